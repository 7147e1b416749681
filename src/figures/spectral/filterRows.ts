import type { Axis } from '../../engine/contract/filter';
import { axisValue } from '../../engine/filters/anyFilter';
import type { ParameterRow } from '../view/overviewTypes';
import type { RunView } from '../view/view';
import { axisText, sameValue } from '../words/filterWords';
import { count, plain, sci } from '../words/numbers';

/** Parameters whose values stand in the filter. */
export const FILTER_PARAMETERS = ['lambda', 'k', 'r', 't', 'steps', 'stepSize', 'momentum'] as const;

const NAMES: Readonly<Record<Axis, string>> = {
  lambda: 'λ per sample',
  k: 'k, directions unpenalised',
  r: 'r, directions kept',
  t: 't, flow time',
  steps: 'steps of descent',
};

/** The filter shown in rows of the parameter table: every axis, the total ridge beside λ, the λ that other filters stand for. */
export function filterRows(view: RunView): ParameterRow[] {
  const { filter, run, facts } = view;
  const ruleOf = (name: string) => run.parameters.find((p) => p.name === name)?.rule ?? '';
  const rows = run.axes.flatMap((axis): ParameterRow[] => {
    const value = axisValue(filter, axis);
    const fitted = axisValue(run.filter, axis);
    const rule = sameValue(axis, value, fitted) ? ruleOf(axis) : `fitted at ${valueText(view, axis, fitted)}`;
    const row = { name: NAMES[axis], value: valueText(view, axis, value), rule };
    return axis === 'lambda' ? [row, { name: 'n·λ', value: sci(value * facts.n, 2), rule: '' }] : [row];
  });
  if (filter.kind === 'descent')
    rows.push({ name: 'step size', value: sci(filter.stepSize, 2), rule: ruleOf('stepSize') });
  if (filter.kind !== 'zones' && filter.momentum > 0)
    rows.push({ name: 'momentum', value: plain(filter.momentum), rule: ruleOf('momentum') });
  if (run.axes.includes('lambda')) return rows;
  rows.push(
    { name: 'shrinks like λ', value: sci(view.lambda, 2), rule: 'per sample' },
    { name: 'shrinks like n·λ', value: sci(view.lambda * facts.n, 2), rule: '' },
  );
  return rows;
}

function valueText(view: RunView, axis: Axis, value: number): string {
  if (axis === 'r' && value >= view.facts.rank) return `all ${count(view.facts.rank)}`;
  return axis === 'lambda' || axis === 't' ? sci(value, 2) : axisText(axis, value);
}
