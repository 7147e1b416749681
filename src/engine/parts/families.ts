import type { FeatureFamily } from '../fit/features/family';
import type { Method } from '../fit/method';
import { nystromFamily, nystromRidge } from '../methods/nystromRidge';
import { rfFamily, rfRidge } from '../methods/rfRidge';

/** The methods whose fit follows from sums over the rows. */
export const SUMMED = {
  'rf-ridge': { family: rfFamily, method: rfRidge },
  'nystrom-ridge': { family: nystromFamily, method: nystromRidge },
} as const satisfies Readonly<Record<string, { readonly family: FeatureFamily; readonly method: Method }>>;

export type SummedId = keyof typeof SUMMED;

export const isSummed = (method: string): method is SummedId => Object.hasOwn(SUMMED, method);
