import { mean, sum } from 'd3-array';
import type { Sentence } from '../../engine/contract/figure';
import { axisValue } from '../../engine/filters/anyFilter';
import { median } from '../../engine/statistics/robustScale';
import { decisive } from '../../engine/statistics/suspects';
import { count, fixed, higher, inUnits, NARROW, percent, sci } from '../../engine/words/numbers';
import { plural, sentence } from '../../engine/words/sentence';
import type { ParameterRow } from '../view/overviewTypes';
import type { RunView } from '../view/view';
import { coverageAt } from './calibration';
import { LOSS_NAMES, leftOutText, STRENGTH_WORDS, strengthText, tauText } from './strength';
import type { RobustView } from './view';

/** What was found, beside the ridge baseline. */
export function robustLead(view: RunView): Sentence {
  const { robust, run } = view;
  if (robust === undefined) return [];
  const { heldOut, fit } = robust;
  const observed = run.holdout?.observed;
  if (heldOut === undefined || observed === undefined) return leftOutLead(view, robust);
  const n = observed.length;
  const rows = `${count(n)} held-out ${plural(n, 'row')}`;
  const as = heldOut.live ? '' : ', as fitted';
  if (fit.taus) {
    const covered = coverageAt(fit, observed, heldOut);
    if (covered)
      return sentence(
        '',
        percent(covered.share),
        ` of ${rows} lie between ${tauText(fit.taus[0])} and ${tauText(fit.taus[fit.taus.length - 1])}${as}, where ${percent(covered.nominal)} should.`,
      );
    const below = observed.reduce((sum, v, j) => sum + Number(v <= heldOut.levels[0][j]), 0) / n;
    return sentence(
      '',
      percent(below),
      ` of ${rows} lie below the prediction${as}, where ${percent(fit.taus[0])} should.`,
    );
  }
  const { title } = run.method;
  const { r2, mae, predicted } = heldOut;
  const baseline = fit.squared.holdout;
  const unit = Math.sqrt(view.facts.unit);
  if (baseline === undefined)
    return sentence(`${title} is off by `, inUnits(mae || unit, 2)(mae), ` on average on ${rows}${as}.`);
  if (decisive(observed.map((v, j) => v - predicted[j])).length > 0)
    return missesLead(view, { observed, predicted, baseline: baseline.predicted }, `${rows}${as}`);
  if (r2 <= 0 && r2 >= baseline.r2)
    return sentence(`${title} predicts ${rows} `, 'no better than their mean', `${as}, nor does ordinary ridge.`);
  return againstRidge(
    { title, rows: `${rows}${as}`, unit },
    { observed, predicted, baseline: baseline.predicted },
    { r2, mae },
    baseline,
  );
}

/** Where held-out rows lie far out themselves, averages are about these: the middle rows are told, beside ridge and the median alone. */
function missesLead({ run, robust }: RunView, compared: ComparedPredictions, rows: string): Sentence {
  const { observed, predicted, baseline } = compared;
  const centre = median(robust?.fit.observed ?? observed);
  const half = (of: (j: number) => number) => median(observed.map((v, j) => Math.abs(v - of(j))));
  const [own, ridge, alone] = [half((j) => predicted[j]), half((j) => baseline[j]), half(() => centre)];
  const text = (miss: number) => inUnits(miss || alone, 2)(miss);
  return sentence(
    `${run.method.title} misses half of ${rows} by less than `,
    text(own),
    `; ordinary ridge, same kernel: ${text(ridge)}, always the median: ${text(alone)}. Rows far out decide averages and R².`,
  );
}

/** With nothing held out, the loss on rows left out against that of the best constant. */
function leftOutLead({ run, facts }: RunView, { fit, at }: RobustView): Sentence {
  const { loss, score } = fit.path;
  const { unit, constant } = facts.robust ?? { unit: 1, constant: Number.NaN };
  const ratio = score[at] / unit / constant;
  const name = `The ${LOSS_NAMES[loss]} of ${run.target} on rows left out`;
  const best = { absolute: 'the median alone', squared: 'the mean alone', pinball: 'the same quantiles everywhere' }[
    loss
  ];
  if (!Number.isFinite(ratio))
    return sentence(
      `${run.method.title} is fitted to `,
      `${count(fit.rows.length)} rows`,
      '; no error on rows left out is known here.',
    );
  if (ratio >= 1) return sentence(`${name} is `, 'no better', ` than that of ${best} (${leftOutText(fit)}).`);
  const value = inUnits(score[at], 2)(score[at]);
  const less = `${Math.max(1, Math.round(100 * (1 - ratio)))}${NARROW}% less`;
  return sentence(`${name} is ${value}, `, less, ` than that of ${best} (${leftOutText(fit)}).`);
}

/** The strength shown in rows of the parameter table, with what it stands for, how it was scored, and the baseline's λ. */
export function strengthRows({ robust, run, facts }: RunView): ParameterRow[] {
  if (robust === undefined) return [];
  const { fit, strength, moved } = robust;
  const { axis, score } = fit.path;
  const { name } = STRENGTH_WORDS[axis];
  const rows: ParameterRow[] = [
    {
      name,
      value: sci(strength, 2),
      rule: moved ? `fitted at ${strengthText(axis, fit.strength)}` : fit.rule,
    },
  ];
  if (axis === 'lambda') rows.push({ name: 'n·λ', value: sci(strength * facts.n, 2), rule: '' });
  const least = score[fit.path.least.score];
  const here = score[robust.at] / least;
  rows.push({
    name: 'scored on rows left out',
    value: fit.scored.by === 'folds' ? `${count(fit.scored.folds)} folds` : `${count(fit.scored.rows)} rows`,
    rule: `${LOSS_NAMES[fit.path.loss]}${here > 1.005 ? `, here ${higher(here)} than its lowest` : ''}`,
  });
  if (fit.landmarks)
    rows.push({
      name: 'landmarks',
      value: count(fit.landmarks.count),
      rule: `Nyström, ${percent(fit.landmarks.traceLeft)} of the trace left out`,
    });
  const baselineLambda = axisValue(run.filter, 'lambda');
  rows.push({ name: 'λ of ordinary ridge', value: sci(baselineLambda, 2), rule: 'lowest leave-one-out error' });
  return rows;
}

/** Parameters that those rows tell, or that only matter while choosing. */
export const TOLD_BY_STRENGTH: ReadonlySet<string> = new Set([
  'selection',
  'scoreLoss',
  'folds',
  'validation',
  'landmarks',
]);

/** Standard errors from which on a fit is called closer; a robust fit that is worse by one is told so. */
const CLOSER = 2;

const FEW = 0.01;

/** A mean over held-out rows with its standard error. */
interface MeanDifference {
  readonly mean: number;
  readonly standardError: number;
}

/** Held-out predictions of a robust fit and of its ridge baseline. */
interface ComparedPredictions {
  readonly observed: Float64Array;
  readonly predicted: Float64Array;
  readonly baseline: Float64Array;
}

/** Errors of the fit less those of ridge, row by row: in size (units of y) and squared. NaN standard errors on one row. */
function differences({ observed, predicted, baseline }: ComparedPredictions): {
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
function againstRidge(
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
