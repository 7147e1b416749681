import { mean, sum } from 'd3-array';
import type { Sentence } from '../../engine/contract/figure';
import { fixed, inUnits } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';

/** Standard errors from which on a fit is called closer; a robust fit that is worse by one is told so. */
const CLOSER = 2;

const FEW = 0.01;

/** A mean over held-out rows with its standard error. */
export interface MeanDifference {
  readonly mean: number;
  readonly standardError: number;
}

/** Held-out predictions of a robust fit and of its ridge baseline. */
export interface ComparedPredictions {
  readonly observed: Float64Array;
  readonly predicted: Float64Array;
  readonly baseline: Float64Array;
}

/** Errors of the fit less those of ridge, row by row: in size (units of y) and squared. NaN standard errors on one row. */
export function differences({ observed, predicted, baseline }: ComparedPredictions): {
  readonly absolute: MeanDifference;
  readonly squared: MeanDifference;
} {
  const of = (cost: (r: number) => number): MeanDifference => {
    const d = observed.map((v, j) => cost(v - predicted[j]) - cost(v - baseline[j]));
    const middle = mean(d) ?? Number.NaN;
    const m = d.length;
    return { mean: middle, standardError: Math.sqrt(sum(d, (v) => (v - middle) ** 2) / (m - 1) / m) };
  };
  return { absolute: of(Math.abs), squared: of((r) => r * r) };
}

interface HeldOutScores {
  readonly mae: number;
  readonly r2: number;
}

/** Whether the loss that was changed has paid on these rows, in the errors of both with the standard error of their difference. */
export function againstRidge(
  { title, rows, unit }: { readonly title: string; readonly rows: string; readonly unit: number },
  compared: ComparedPredictions,
  own: HeldOutScores,
  ridge: HeldOutScores,
): Sentence {
  const { absolute, squared } = differences(compared);
  const format = inUnits(Math.max(own.mae, ridge.mae) || unit, 2);
  // Where one is hundreds of times the other, each has its own digits.
  const ownMae = (own.mae < FEW * ridge.mae ? inUnits(own.mae || unit, 2) : format)(own.mae);
  const gap = inUnits(Math.max(absolute.standardError, 0.01 * own.mae) || unit, 2);
  const size = `${gap(Math.abs(absolute.mean))} ± ${gap(absolute.standardError)}`;
  const worse = ({ mean: d, standardError }: MeanDifference) => d > standardError;
  const better = -absolute.mean > CLOSER * absolute.standardError;
  const [ownR2, ridgeR2] = [own.r2, ridge.r2].map((v) => fixed(v, 2));
  const turned = (own.r2 < ridge.r2 && own.mae < ridge.mae) || (own.r2 > ridge.r2 && own.mae > ridge.mae);
  const bySquares = turned && ownR2 !== ridgeR2 ? `; by squared error, R² is ${ownR2} and ${ridgeR2}` : '';
  const known = Number.isFinite(absolute.standardError);
  if (known && worse(absolute))
    return sentence(
      '',
      'Ordinary ridge, same kernel, is better',
      ` on ${rows}: average error ${format(ridge.mae)} against ${ownMae} (difference ${size})${bySquares || '. Robust fits help where outliers mislead ridge'}.`,
    );
  if (known && worse(squared) && !better)
    return sentence(
      '',
      'By squared error ordinary ridge, same kernel, is better',
      ` on ${rows}: R² ${ridgeR2} against ${ownR2}; average error ${format(ridge.mae)} against ${ownMae}, no clear difference.`,
    );
  const verdict = better ? `, ${size} more` : ', no clear difference';
  return sentence(
    `${title} has an average error of `,
    ownMae,
    ` on ${rows}, ordinary ridge, same kernel, of ${format(ridge.mae)}${known ? verdict : ''}${bySquares}.`,
  );
}
