import type { Elementary } from '../linalg';
import { ElementaryId } from './assembly/functionIds';

const IDS: Readonly<Record<Elementary, ElementaryId>> = {
  exp: ElementaryId.Exp,
  sin: ElementaryId.Sin,
  cos: ElementaryId.Cos,
  tanh: ElementaryId.Tanh,
  erf: ElementaryId.Erf,
  sqrt: ElementaryId.Sqrt,
};

/** The number by which the core knows a function. */
export const elementaryId = (f: Elementary): number => IDS[f];
