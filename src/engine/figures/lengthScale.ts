import type { FigureSpec, Sentence, SeriesSpec } from '../contract/figure';
import type { LengthScaleSearch } from '../contract/run';
import { sentence } from './axes';
import { extent } from './facts';
import { count, excess, NARROW, plain, sci } from './numbers';
import { pathAt, type RunView } from './view';

/** The search profile: least leave-one-out error at each length scale tried. Absent when nothing was searched. */
export function lengthScaleFigure(view: RunView): FigureSpec | undefined {
  const { search, lengthScale } = view.run;
  if (search === undefined || search.lengthScale.length === 0) return undefined;
  const { unit } = view.facts;
  const passes = passesOf(search);
  const final = passes[passes.length - 1];
  const [low, high] = extent(search.lengthScale, [lengthScale]);
  const errors = search.loo.filter((v) => v > 0).map((v) => v / unit);
  const [least, most] = extent(errors);
  const series: SeriesSpec[] = passes.flatMap((pass, i): SeriesSpec[] => {
    const faint = i < passes.length - 1;
    const y = pass.loo.map((v) => v / unit);
    const name = passes.length > 1 ? `LOO, ${count(pass.rows)} rows` : 'LOO';
    const role = faint ? 'fitted' : 'loo';
    return [
      { kind: 'line', role, name, x: pass.lengthScale, y, faint, label: { text: name, at: 'end' } },
      { kind: 'points', role, name: '', x: pass.lengthScale, y, faint },
    ];
  });
  const best = indexOfLeast(final.loo);
  return {
    id: 'length-scale',
    title: 'Length scale',
    sentence: finding(view, final),
    x: { title: 'length scale, standardised units', scale: 'log', domain: [low / 1.15, high * 1.15], format: 'plain' },
    y: {
      title: 'least LOO error, share of var(y)',
      scale: 'log',
      domain: Number.isFinite(least) ? [least / 1.5, Math.max(most * 1.25, least * 4)] : [0.1, 1],
      format: 'plain',
    },
    series,
    marks: [{ shape: 'circle', role: 'loo', x: final.lengthScale[best], y: final.loo[best] / unit }],
    rules: [{ axis: 'x', at: lengthScale, role: 'chosen', text: `length scale ${plain(lengthScale)}` }],
    zones: [],
    note: noteOf(search, passes, final.lambda[best]),
  };
}

interface Pass {
  readonly rows: number;
  readonly lengthScale: Float64Array;
  readonly loo: Float64Array;
  readonly lambda: Float64Array;
}

/** Errors found on different numbers of rows are not comparable: one curve for each, most rows last. */
function passesOf(search: LengthScaleSearch): Pass[] {
  return [...new Set(search.rows)]
    .sort((a, b) => a - b)
    .map((rows) => {
      const here = (_: number, i: number) => search.rows[i] === rows;
      return {
        rows,
        lengthScale: search.lengthScale.filter(here),
        loo: search.loo.filter(here),
        lambda: search.lambda.filter(here),
      };
    });
}

function finding(view: RunView, pass: Pass): Sentence {
  const best = indexOfLeast(pass.loo);
  const at = pass.lengthScale[best];
  const last = pass.lengthScale.length - 1;
  const value = `length scale${NARROW}${plain(at)}`;
  if (last > 1 && (best === 0 || best === last) && pass.rows === Math.max(...(view.run.search?.rows ?? [])))
    return sentence(
      'The least LOO error lies at the edge of the search, ',
      value,
      ': set a longer or shorter one to check.',
    );
  const half = relativeCost(view, at / 2, at);
  const twice = relativeCost(view, at * 2, at);
  const costs = [
    Number.isFinite(half) ? `half of it costs ${excess(half)}` : '',
    Number.isFinite(twice) ? `twice ${Number.isFinite(half) ? '' : 'it costs '}${excess(twice)}` : '',
  ].filter((c) => c !== '');
  return sentence('LOO error is least at ', value, costs.length > 0 ? `; ${costs.join(', ')}.` : '.');
}

/** How many times the error of the chosen length scale another one has, in the finest pass that reaches both. */
function relativeCost(view: RunView, other: number, chosen: number): number {
  const passes = view.run.search ? passesOf(view.run.search) : [];
  const ratios = passes.map((p) => pathAt(p.lengthScale, p.loo, other) / pathAt(p.lengthScale, p.loo, chosen));
  return ratios.findLast(Number.isFinite) ?? Number.NaN;
}

function noteOf(search: LengthScaleSearch, passes: readonly Pass[], lambda: number): string {
  const rows = passes.map((p) => count(p.rows)).join(' and ');
  return `Chosen by ${search.rule}. Each length scale with its own best λ (${sci(lambda)} at the least), on ${rows} rows.`;
}

function indexOfLeast(values: Float64Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] < values[best] || Number.isNaN(values[best])) best = i;
  return best;
}
