import { max } from 'd3-array';
import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { zonesOf } from '../../engine/filters/anyFilter';
import { filterOf } from '../../engine/filters/table';
import { listed } from '../../engine/words/listed';
import { count, percent } from '../../engine/words/numbers';
import { plural, sentence, withinSentence } from '../../engine/words/sentence';
import { lineSeries } from '../specs';
import { crossingRules, directionAxis, shareAxis, unusedZone } from '../view/axes';
import type { RunView } from '../view/view';
import { directionsText } from '../words/filterWords';

/** The share of each direction that the method keeps, at the filter shown and at the fitted one. */
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
    if (from === to)
      return sentence('', strong, `: the first ${count(to)} directions are used in full, the others not at all.`);
    const parts = [
      ...(from > 0
        ? [from === 1 ? 'the first direction is not shrunk' : `the first ${count(from)} directions are not shrunk`]
        : []),
      halved(view),
      ...(to < rank ? [`none beyond ${count(to)} is used`] : []),
    ];
    if (parts.length > 1) return sentence('', strong, `: ${listed(parts)}.`);
  }
  const { subject } = filterOf(filter).words;
  const shrinks = `: ${withinSentence(subject)} shrinks the first direction by ${percent(1 - (view.shares[0] ?? 0))}`;
  if (crossing === rank) return sentence('', strong, `${shrinks} and none by more than half.`);
  return sentence(
    '',
    strong,
    crossing > 1
      ? `${shrinks} and those beyond ${count(crossing)} by more than half.`
      : `${shrinks} and the others by more than half.`,
  );
}

/** Between the ends of a ridge: no direction need be shrunk by half exactly. */
function halved({ filter, crossing, facts: { rank } }: RunView): string {
  const { from = 0, to = rank } = zonesOf(filter, rank) ?? {};
  if (crossing >= to) return 'none is shrunk by more than half';
  return crossing > from
    ? `those beyond ${count(crossing)} are shrunk by more than half`
    : `the ${from > 0 ? 'others' : 'directions'} are shrunk by more than half`;
}
