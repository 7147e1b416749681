import { nystromFamily, nystromRidge } from '../methods/nystromRidge';
import { rfFamily, rfRidge } from '../methods/rfRidge';
import type { Family, SummedId } from './family';
import { ridge } from './ridge';

export const SUMMED: Readonly<Record<SummedId, Family>> = {
  'rf-ridge': ridge(rfFamily, rfRidge),
  'nystrom-ridge': ridge(nystromFamily, nystromRidge),
};

export const isSummed = (method: string): method is SummedId => Object.hasOwn(SUMMED, method);
