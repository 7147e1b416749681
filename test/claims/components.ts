import type { ClaimId } from '../../src/engine/contract/claim';
import type { Matrix } from '../../src/engine/contract/data';
import type { ComponentsRun } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import type { ComponentsMethod } from '../../src/engine/fit/method';
import { ekpca } from '../../src/engine/methods/ekpca';
import { nyKpca } from '../../src/engine/methods/nyKpca';
import { rfKpca } from '../../src/engine/methods/rfKpca';
import { reconstructionFigure } from '../../src/figures/components/reconstruction';
import { componentsView } from '../../src/figures/components/view';
import { components, rowsDesign } from '../engine/fit/components/making';
import type { Given } from '../engine/methods/fitting';
import { outcome } from './outcomes';
import type { Outcome, Simulation } from './simulation';

const NORMS = { h: 'H', l2: 'L²' } as const;

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

/** Rows of normal numbers, of which one in twenty is eight times as far from the others as they are from one another. */
function farRows(n: number, columns: number, random: Random): Matrix {
  const values = new Float64Array(columns * n);
  for (let i = 0; i < n; i++) {
    const scale = random.uniform() < 0.05 ? 4 : 0.5;
    for (let j = 0; j < columns; j++) values[j * n + i] = scale * random.normal();
  }
  return { rows: n, columns, values };
}

const FORMS = [ekpca, nyKpca, rfKpca];

/** The same where one row in twenty is far away, which as few held-out rows may lack. */
const judgedFar = (norm: 'h' | 'l2') => async (seed: number) => {
  const random = new Random(500 + seed);
  // Components of random features have no error in H.
  const method = FORMS[norm === 'h' ? seed % 2 : seed % 3];
  const columns = [2, 10, 40][(seed >> 1) % 3];
  const rows = [80, 100, 200][random.below(3)];
  const given = { kernel: 'gaussian', tradeOff: false, ...(method === nyKpca && { landmarks: 40 }) };
  const [train, held, many] = [rows, rows / 4, 600].map((n) => farRows(n, columns, random));
  return outcomeOf(method, train, held, many, given, norm);
};

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
  return outcomeOf(method, train, held, many, given, norm);
};

function outcomeOf(
  method: ComponentsMethod,
  train: Matrix,
  held: Matrix,
  many: Matrix,
  given: Given,
  norm: 'h' | 'l2',
): Partial<Record<ClaimId, Outcome>> {
  const run = components(method, rowsDesign(train, held), given) as unknown as ComponentsRun;
  const figure = reconstructionFigure(componentsView(run), norm);
  const band = figure?.series.find(({ kind }) => kind === 'band');
  if (figure?.sentence[0].claim === undefined || band?.upper === undefined) return {};
  const truth = components(method, rowsDesign(train, many), given).components.reconstruction[0][norm];
  if (truth === undefined) return {};
  const last = truth.length - 1;
  const share = truth[last] / truth[0];
  return { 'components-left': outcome(share >= band.y[last] && share <= band.upper[last]) };
}

export const simulations: readonly Simulation[] = (['h', 'l2'] as const).flatMap((norm): Simulation[] => [
  {
    name: `groups, a curve and heavy tails in four columns, 60 to 260 rows and 20 to 80 held out, error in ${NORMS[norm]}`,
    claims: ['components-left'],
    draws: { suite: 30, whole: 400 },
    draw: judged(norm),
  },
  {
    name: `two to forty columns with one row in twenty far from all others, all forms, 80 to 200 rows and 20 to 50 held out, error in ${NORMS[norm]}`,
    claims: ['components-left'],
    draws: { suite: 12, whole: 240 },
    draw: judgedFar(norm),
  },
]);
