import type { Sentence } from '../../engine/contract/figure';
import { axisValue } from '../../engine/filters/anyFilter';
import { median } from '../../engine/statistics/robustScale';
import { decisive } from '../../engine/statistics/suspects';
import { count, higher, inUnits, NARROW, percent, sci } from '../../engine/words/numbers';
import { plural, sentence } from '../../engine/words/sentence';
import type { ParameterRow } from '../view/overviewTypes';
import type { RunView } from '../view/view';
import { againstRidge, type ComparedPredictions } from './againstRidge';
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
