import { max } from 'd3-array';
import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import type { Axis } from '../../engine/contract/filter';
import { axisValue, heldNumbers, zonesOf } from '../../engine/filters/anyFilter';
import { AXES } from '../../engine/filters/axes';
import { filterOf } from '../../engine/filters/table';
import { count, percent, plain, sci } from '../../engine/words/numbers';
import { listed, plural, stressed, withinSentence } from '../../engine/words/sentence';
import { lineSeries } from '../specs';
import { crossingRules, directionAxis, shareAxis, unusedZone } from '../view/axes';
import type { ParameterRow } from '../view/overviewTypes';
import type { RunView } from '../view/view';
import { axisText, directionsText, isCountAxis, sameValue } from '../words/filterWords';

/** The fraction of each direction that the method keeps, at the filter shown and at the fitted one. */
export function filterFigure(view: RunView): FigureSpec {
  const x = view.facts.directions;
  const at = (g: Float64Array) => x.map((i) => g[i - 1]);
  const most = Math.max(1, max(view.shares) ?? 1);
  const axis = shareAxis('filter g, 1 where not shrunk', 'plain');
  return {
    id: 'filter',
    title: 'Filter',
    sentence: finding(view),
    x: directionAxis(view),
    // Descent with momentum may overshoot 1.
    y: most > 1.03 ? { ...axis, domain: [0, 2], ticks: [0, 0.5, 1, 1.5, 2] } : axis,
    series: [
      lineSeries('fitted', 'as fitted', { x, y: at(view.fittedShares()) }),
      lineSeries('main', 'filter g', { x, y: at(view.shares) }),
    ],
    rules: crossingRules(view),
    zones: unusedZone(view),
    ...(view.run.spectrum.unpenalised > 0 ? { note: aside(view.run.spectrum.unpenalised) } : {}),
  };
}

/** The directions of the unpenalised features are not on the axis. */
function aside(unpenalised: number): string {
  return unpenalised === 1
    ? 'The intercept is not shrunk and not drawn.'
    : `${count(unpenalised)} unpenalised features, the intercept among them, are not shrunk and not drawn.`;
}

function finding(view: RunView): Sentence {
  const { filter, crossing } = view;
  const { rank } = view.facts;
  const zones = zonesOf(filter, rank);
  const df = directionsText(view.risk.degreesOfFreedom);
  const strong = `${df} ${plural(Number(df), 'degree')} of freedom`;
  if (zones) {
    const { from, to } = zones;
    if (to === 0) return stressed(strong, ': no direction of the kernel is used.');
    if (from === to)
      return stressed(strong, `: ${firstAre(to)} used in full${to < rank ? ', the others not at all' : ''}.`);
    const parts = [
      ...(from > 0 ? [`${firstAre(from)} not shrunk`] : []),
      halved(view),
      ...(to < rank ? [`none beyond ${count(to)} is used`] : []),
    ];
    if (parts.length > 1) return stressed(strong, `: ${listed(parts)}.`);
  }
  const { subject } = filterOf(filter).words;
  const shrinks = `: ${withinSentence(subject)} shrinks the first direction by ${percent(1 - (view.shares[0] ?? 0))}`;
  if (crossing === rank) return stressed(strong, `${shrinks} and none by more than half.`);
  return stressed(
    strong,
    crossing > 1
      ? `${shrinks} and those beyond ${count(crossing)} by more than half.`
      : `${shrinks} and the others by more than half.`,
  );
}

const firstAre = (n: number) => (n === 1 ? 'the first direction is' : `the first ${count(n)} directions are`);

/** Between the ends of a ridge: no direction need be shrunk by half exactly. */
function halved({ filter, crossing, facts: { rank } }: RunView): string {
  const { from = 0, to = rank } = zonesOf(filter, rank) ?? {};
  if (crossing >= to) return 'none is shrunk by more than half';
  return crossing > from
    ? `those beyond ${count(crossing)} are shrunk by more than half`
    : `the ${from > 0 ? 'others' : 'directions'} are shrunk by more than half`;
}

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
  return isCountAxis(axis) ? axisText(axis, value) : sci(value, 2);
}
