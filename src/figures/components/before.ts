import type { Sentence, SeriesSpec } from '../../engine/contract/figure';
import type { ComponentsRun } from '../../engine/contract/run';
import { count, percent } from '../../engine/words/numbers';
import { countLeftOut } from '../../engine/words/rowRanges';
import { counted, told } from '../../engine/words/sentence';
import { endLabel, lineSeries } from '../specs';
import { componentsFacts } from './facts';
import type { ComponentsBefore, ComponentsView } from './view';
import { explainedName, firstCarry, leftText } from './words';

export function componentsBefore(run: ComponentsRun): ComponentsBefore {
  const { components } = run;
  const [curve] = components.reconstruction;
  return {
    cumulative: componentsFacts(run).cumulative,
    ...(curve && { curve }),
    heldOut: components.tested.heldOut,
  };
}

/** The same quantity of the fit before, dashed. */
export function lineBefore(x: ArrayLike<number>, y: ArrayLike<number>): SeriesSpec {
  return lineSeries('reference', 'the fit before', { x, y }, endLabel('before'));
}

/**
 * The error left by each number of components, as a fraction of the error with none; undefined where it is not known,
 * or was not measured on rows of the same kind.
 */
export function leftBefore({ before, run }: ComponentsView, norm: 'h' | 'l2'): SeriesSpec | undefined {
  const errors = before?.curve?.[norm];
  if (!before?.curve || !errors || !(errors[0] > 0) || before.heldOut !== run.components.tested.heldOut)
    return undefined;
  return lineBefore(
    before.curve.components,
    errors.map((v) => v / errors[0]),
  );
}

/** "Fitted without 4 rows. Two components explain 63 % of the variance; 58 % before." */
export function withoutRows({ before, facts, run }: ComponentsView): Sentence {
  const fitted = `Fitted without **${counted(countLeftOut(run.request.design.without), 'row')}**.`;
  if (before === undefined) return told`${fitted}`;
  const few = Math.min(2, facts.l, before.cumulative.length);
  const share = ({ cumulative }: { readonly cumulative: Float64Array }) => percent(cumulative[few - 1]);
  const explained = `${firstCarry(few)} **${share(facts)}** of the ${explainedName(run.components)}, ${share(before)} before`;
  return told`${fitted} ${explained}${leftWords({ before, run })}.`;
}

/** Says what is left now and before, where both were measured on held-out rows and at the same number of components. */
function leftWords({ before, run }: Pick<ComponentsView, 'run'> & { readonly before: ComponentsBefore }): string {
  const { reconstruction, tested } = run.components;
  const [now] = reconstruction;
  const then = before.curve;
  if (!tested.heldOut || !before.heldOut || !now?.h || !then?.h) return '';
  const last = Array.from(now.components).findLastIndex((l) => then.components.includes(l));
  const l = now.components[last];
  if (!(l > 0) || !(now.h[0] > 0) || !(then.h[0] > 0)) return '';
  const left = (errors: Float64Array, at: number) => leftText(errors[at] / errors[0]);
  return `. On held-out rows ${l === 1 ? 'one leaves' : `${count(l)} leave`} **${left(now.h, last)}**, ${left(then.h, then.components.indexOf(l))} before`;
}
