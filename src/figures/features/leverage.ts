import type { Approximation } from '../../engine/contract/approximation';
import type { FigureSpec } from '../../engine/contract/figure';
import { count, NARROW, plain, range, sci } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { axisSpec, endLabel, lineSeries } from '../specs';
import { extent } from '../view/extent';
import type { ParameterRow } from '../view/overviewTypes';
import type { RunView } from '../view/view';
import { KIND_WORDS } from './approximation';

type Dimensions = NonNullable<Approximation['dimensions']>;
type Estimate = Dimensions['alpha'];

/** "33 (30 to 36)": with its 95 % interval. */
const withInterval = ({ value, interval: [low, high] }: Estimate, digits = 3): string =>
  `${plain(value, digits)} (${range(low, high, digits)})`;

const OF: Readonly<Record<Approximation['kind'], string>> = {
  randomFeatures: 'the features drawn',
  landmarks: 'the rows of the pilot',
};

/** Both dimensions and their exponents for the table of parameters. */
export function dimensionRows({ kind, dimensions }: Approximation): ParameterRow[] {
  if (dimensions === undefined) return [];
  const { rows, lambda, effective, maximal, gamma, alpha } = dimensions;
  const at = `at λ${NARROW}${sci(lambda[0])}, 95${NARROW}% interval, on ${count(rows)} pilot rows`;
  const between = `95${NARROW}% interval, λ from ${sci(lambda[0])} to ${sci(lambda[1])}`;
  return [
    { name: 'effective dimension N(λ)', value: withInterval(effective), rule: at },
    { name: 'maximal dimension F(λ)', value: withInterval(maximal), rule: `largest leverage of ${OF[kind]}; ${at}` },
    { name: 'exponent γ of N', value: withInterval(gamma, 2), rule: `N grows like λ^(−γ); ${between}` },
    { name: 'compatibility α of F', value: withInterval(alpha, 2), rule: `F grows like λ^(−α); ${between}` },
  ];
}

/** Leverage scores in descending order: of plain features beside as many drawn by their scores, or of rows. */
export function leverageFigure({ run: { approximation } }: RunView): FigureSpec | undefined {
  const dimensions = approximation?.dimensions;
  if (approximation === undefined || dimensions === undefined) return undefined;
  const { scores, sampled, lambda, effective, maximal, rows } = dimensions;
  const { kind } = approximation;
  const many = kind === 'landmarks' ? 'rows' : 'features';
  const places = (values: Float64Array) => Float64Array.from(values, (_, i) => i + 1);
  const [low, high] = extent(scores, sampled ?? [], [effective.value]);
  return {
    id: 'leverage-scores',
    title: `Leverage scores of ${kind === 'landmarks' ? 'rows' : KIND_WORDS[kind].random}`,
    sentence: sentence(
      `At λ${NARROW}${sci(lambda[0])} the largest leverage of ${OF[kind]} is `,
      plain(maximal.value, 3),
      ` (${range(...maximal.interval, 3)}), ${plain(maximal.value / effective.value, 2)} times the effective dimension N.`,
    ),
    x: axisSpec(
      `${many}, by descending score`,
      'linear',
      [1, Math.max(2, scores.length, sampled?.length ?? 0)],
      'count',
    ),
    y: axisSpec('leverage score', 'log', [Math.max(low, high / 1e4) / 1.3, high * 1.3], 'plain'),
    series: [
      lineSeries(
        'first',
        kind === 'landmarks' ? 'rows' : 'drawn evenly',
        { x: places(scores), y: scores },
        endLabel(kind === 'landmarks' ? 'rows' : 'evenly'),
      ),
      ...(sampled
        ? [lineSeries('second', 'by leverage scores', { x: places(sampled), y: sampled }, endLabel('by leverage'))]
        : []),
    ],
    rules: [{ axis: 'y', at: effective.value, role: 'reference', text: `N ${plain(effective.value, 3)}` }],
    note: `Scores ${many === 'rows' ? 'm·h of the rows' : 'v·(K + nλI)⁻¹·v of features, each with its factor,'} on ${count(rows)} pilot rows, which blur them: the largest leverage in the sentence is of a ${many === 'rows' ? 'row' : 'feature'} that other rows chose.${sampled ? ' Drawn by exact leverage scores all would equal N.' : ''}${many === 'rows' ? '' : ' Features that were not drawn may have a larger one.'}`,
  };
}
