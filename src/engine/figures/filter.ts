import type { FigureSpec, Sentence } from '../contract/figure';
import { crossingRules, directionAxis, plural, sentence, shareAxis, unusedZone } from './axes';
import { directions } from './effectiveDimension';
import { count, percent } from './numbers';
import type { RunView } from './view';

/** The share of each direction that ridge keeps, at the λ shown and at the fitted one. */
export function filterFigure(view: RunView): FigureSpec {
  const x = view.facts.directions;
  const at = (g: Float64Array) => x.map((i) => g[i - 1]);
  return {
    id: 'filter',
    title: 'Filter',
    sentence: finding(view),
    x: directionAxis(view),
    y: shareAxis('share kept, g', 'plain'),
    series: [
      { kind: 'line', role: 'fitted', name: 'share kept as fitted', x, y: at(view.fittedFilter()) },
      { kind: 'line', role: 'main', name: 'share kept', x, y: at(view.filter()) },
    ],
    marks: [],
    rules: crossingRules(view),
    zones: unusedZone(view),
  };
}

function finding(view: RunView): Sentence {
  const df = directions(view.risk.degreesOfFreedom);
  const strong = `${df} ${plural(Number(df), 'degree')} of freedom`;
  const first = percent(view.filter()[0] ?? 0);
  const opening =
    view.crossing > 1
      ? `Ridge keeps ${first} of the first direction and half of direction ${count(view.crossing)}: `
      : `Ridge keeps ${first} of the first direction and less than half of the others: `;
  return sentence(opening, strong, '.');
}
