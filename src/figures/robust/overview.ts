import type { Sentence } from '../../engine/contract/figure';
import { axisValue } from '../../engine/filters/anyFilter';
import { count, higher, NARROW, percent, quantityForm, sci } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import type { ParameterRow } from '../view/overviewTypes';
import type { RunView } from '../view/view';
import { LOSS_NAMES, leftOutText, STRENGTH_WORDS, strengthText } from './strength';
import type { RobustView } from './view';

/** With nothing held out, the loss on rows left out against that of the best constant. */
export function leftOutLead({ run, facts }: RunView, { fit, at }: RobustView): Sentence {
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
  const value = quantityForm(score[fit.path.least.score], unit * constant).miss(score[at]);
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

/** Parameters that those rows show already, or that matter only while choosing. */
export const TOLD_BY_STRENGTH: ReadonlySet<string> = new Set([
  'selection',
  'scoreLoss',
  'folds',
  'validation',
  'landmarks',
]);
