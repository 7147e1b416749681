import { max } from 'd3-array';
import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { zonesOf } from '../../engine/filters/anyFilter';
import { filterOf } from '../../engine/filters/table';
import { count, percent } from '../../engine/words/numbers';
import { plural, sentence } from '../../engine/words/sentence';
import { crossingRules, directionAxis, shareAxis, unusedZone } from '../view/axes';
import type { RunView } from '../view/view';
import { directionsText } from '../words/directionsText';

/** The share of each direction that the method keeps, at the filter shown and at the fitted one. */
export function filterFigure(view: RunView): FigureSpec {
  const x = view.facts.directions;
  const at = (g: Float64Array) => x.map((i) => g[i - 1]);
  const most = Math.max(1, max(view.shares) ?? 1);
  const axis = shareAxis('share kept, g', 'plain');
  return {
    id: 'filter',
    title: 'Filter',
    sentence: finding(view),
    x: directionAxis(view),
    // Descent with momentum may overshoot 1.
    y: most > 1.03 ? { ...axis, domain: [0, 2], ticks: [0, 0.5, 1, 1.5, 2] } : axis,
    series: [
      { kind: 'line', role: 'fitted', name: 'share kept as fitted', x, y: at(view.fittedShares()) },
      { kind: 'line', role: 'main', name: 'share kept', x, y: at(view.shares) },
    ],
    rules: crossingRules(view),
    zones: unusedZone(view),
    ...(view.run.spectrum.unpenalised > 0 ? { note: aside(view.run.spectrum.unpenalised) } : {}),
  };
}

/** The directions of the unpenalised features are not on the axis. */
function aside(unpenalised: number): string {
  return unpenalised === 1
    ? 'The intercept is kept whole beside these directions.'
    : `${count(unpenalised)} unpenalised features, the intercept among them, are kept whole beside these directions.`;
}

function finding(view: RunView): Sentence {
  const { filter, crossing } = view;
  const { rank } = view.facts;
  const zones = zonesOf(filter, rank);
  const df = directionsText(view.risk.degreesOfFreedom);
  const strong = `${df} ${plural(Number(df), 'degree')} of freedom`;
  const first = percent(view.shares[0] ?? 0);
  if (zones) {
    const { from, to } = zones;
    if (from === to)
      return sentence(`The first ${count(to)} directions are kept whole, the others not at all: `, strong, '.');
    const parts = [
      ...(from > 0 ? [`the first ${count(from)} whole`] : []),
      ...(to < rank ? [`none beyond ${count(to)}`] : []),
    ];
    if (parts.length > 0)
      return sentence(
        `Ridge keeps ${parts.join(' and ')}, and half of direction ${count(Math.max(1, crossing))}: `,
        strong,
        '.',
      );
  }
  const { subject } = filterOf(filter).words;
  const opening =
    crossing > 1
      ? `${subject} keeps ${first} of the first direction and half of direction ${count(crossing)}: `
      : `${subject} keeps ${first} of the first direction and less than half of the others: `;
  return sentence(opening, strong, '.');
}
