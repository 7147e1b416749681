import type { Axis } from '../../engine/contract/filter';
import { axisValue, heldNumbers } from '../../engine/filters/anyFilter';
import { AXES } from '../../engine/filters/axes';
import { count, plain, sci } from '../../engine/words/numbers';
import type { ParameterRow } from '../view/overviewTypes';
import type { RunView } from '../view/view';
import { axisText, isCount, sameValue } from '../words/filterWords';

const HELD = { amount: (value: number) => sci(value, 2), plain: (value: number) => plain(value) } as const;

/** The filter shown in rows of the parameter table: every axis, the total ridge beside λ, the λ that other filters stand for. */
export function filterRows(view: RunView): ParameterRow[] {
  const { filter, run, facts } = view;
  const ruleOf = (name: string) => run.parameters.find((p) => p.name === name)?.rule ?? '';
  const rows = run.axes.flatMap((axis): ParameterRow[] => {
    const value = axisValue(filter, axis);
    const fitted = axisValue(run.filter, axis);
    const rule = sameValue(axis, value, fitted) ? ruleOf(axis) : `fitted at ${valueText(view, axis, fitted)}`;
    const row = { name: AXES[axis].title, value: valueText(view, axis, value), rule };
    return axis === 'lambda' ? [row, { name: 'n·λ', value: sci(value * facts.n, 2), rule: '' }] : [row];
  });
  for (const { name, title, value, format, idle } of heldNumbers(filter))
    if (value !== idle) rows.push({ name: title, value: HELD[format](value), rule: ruleOf(name) });
  if (view.hasLambda) return rows;
  rows.push(
    { name: 'comparable λ of ridge', value: sci(view.lambda, 2), rule: 'per sample' },
    { name: 'comparable n·λ of ridge', value: sci(view.lambda * facts.n, 2), rule: '' },
  );
  return rows;
}

function valueText(view: RunView, axis: Axis, value: number): string {
  if (axis === 'r' && value >= view.facts.rank) return `all ${count(view.facts.rank)}`;
  return isCount(axis) ? axisText(axis, value) : sci(value, 2);
}
