import type { Matrix } from '../../src/engine/contract/data';
import type { ComponentsRun } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { ekpca } from '../../src/engine/methods/ekpca';
import { nyKpca } from '../../src/engine/methods/nyKpca';
import { reconstructionFigure } from '../../src/figures/components/reconstruction';
import { componentsView } from '../../src/figures/components/view';
import { components, rowsDesign } from '../engine/fit/components/making';
import type { Simulation } from './simulation';

/** Rows of groups, of a curve with noise, and with heavy tails, in turn. */
function rows(n: number, kind: number, random: Random): Matrix {
  const values = new Float64Array(4 * n);
  for (let i = 0; i < n; i++) {
    const group = random.below(3);
    const t = 2 * Math.PI * random.uniform();
    const tail = 1 / Math.sqrt(random.uniform() + 0.02);
    const places = [
      [3 * group, group === 1 ? 4 : 0, 0, 0],
      [2 * Math.cos(t), 2 * Math.sin(t), t / 2, 0],
      [0, 0, 0, 0],
    ][kind];
    for (let j = 0; j < 4; j++) values[j * n + i] = places[j] + (kind === 2 ? tail : 0.5) * random.normal();
  }
  return { rows: n, columns: 4, values };
}

/** Whether the fraction of the error left on many new rows lies in the interval that a fit states for it. */
const judged = (norm: 'h' | 'l2') => async (seed: number) => {
  const random = new Random(seed);
  const kind = seed % 3;
  const method = seed % 2 ? ekpca : nyKpca;
  const train = rows(60 + random.below(200), kind, random);
  const held = rows(20 + random.below(60), kind, random);
  const many = rows(1000, kind, random);
  const given = {
    kernel: ['gaussian', 'laplace', 'polynomial(degree=2)'][random.below(3)],
    components: 1 + random.below(8),
    tradeOff: false,
    centre: random.below(4) > 0,
    ...(method === nyKpca && { landmarks: 40 }),
  };
  const run = components(method, rowsDesign(train, held), given) as unknown as ComponentsRun;
  const figure = reconstructionFigure(componentsView(run), norm);
  const band = figure?.series.find(({ kind }) => kind === 'band');
  if (figure?.sentence[0].claim === undefined || band?.upper === undefined) return {};
  const truth = components(method, rowsDesign(train, many), given).components.reconstruction[0][norm];
  if (truth === undefined) return {};
  const last = truth.length - 1;
  const share = truth[last] / truth[0];
  const outcome = share >= band.y[last] && share <= band.upper[last] ? 'true' : 'false';
  return { 'components-left': outcome } as const;
};

export const simulations: readonly Simulation[] = (['h', 'l2'] as const).map((norm) => ({
  name: `groups, a curve and heavy tails in four columns, 60 to 260 rows and 20 to 80 held out, error in ${norm === 'h' ? 'H' : 'L²'}`,
  claims: ['components-left'],
  draws: { suite: 30, whole: 400 },
  draw: judged(norm),
}));
