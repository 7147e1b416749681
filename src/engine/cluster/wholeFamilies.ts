import { SUMMED } from '../parts/families';
import type { Kind, RowsPlan } from '../parts/family';
import type { Whole } from './whole';
import { wholeComponents } from './wholeComponents';
import { wholeRidge } from './wholeRidge';

const WHOLE: Readonly<Record<Kind, Whole>> = { ridge: wholeRidge, components: wholeComponents };

export const wholeOf = ({ method }: Pick<RowsPlan, 'method'>): Whole => WHOLE[SUMMED[method].kind];
