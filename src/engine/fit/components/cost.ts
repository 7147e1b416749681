import type { Parameters } from '../../contract/method';
import { asked } from '../../parameters/asked';
import { count } from '../../words/numbers';
import { duration } from '../../words/quantities';
import { CORE_SMALL, ENGINE, RATE, SHARED } from '../estimate';
import { blockRows } from '../features/featureRows';
import type { FitCost } from '../method';
import { type ComponentsForm, DEFAULT_COMPONENTS, DEFAULT_COUNT } from './form';
import { blockOf, byLanczos } from './leadingPairs';
import { otherWays } from './otherWays';

/** Operations of one kernel value or feature in addition to those of its d columns. */
const ENTRY = 30;
const DECOMPOSITION = 5;

/** Operations of the leading l of n pairs. */
function pairOperations(n: number, l: number): number {
  return byLanczos(n, l) ? 60 * blockOf(l) * n * n : DECOMPOSITION * n ** 3;
}

const LANDMARKS = `${count(DEFAULT_COUNT)} landmarks`;

/** Bytes of matrices that a fit holds at its peak in the core: counted, the largest terms alone. */
export function heldBytes(kind: ComponentsForm['kind'], n: number, count: number, l: number): number {
  const size = kind === 'empirical' ? n : count;
  // The matrix, and either the basis of the iteration or the vectors of the tridiagonal problem.
  const pairs = byLanczos(size, l)
    ? size * size + size * (Math.max(3 * l, l + 10 * blockOf(l)) + 3 * l + 7 * blockOf(l))
    : 2.5 * size * size;
  const factor = kind === 'nystrom' ? size * size : 0;
  const block = kind === 'empirical' ? 0 : 2 * size * Math.min(n, blockRows(size));
  return 8 * (pairs + factor + block);
}

function fitOperations(kind: ComponentsForm['kind'], n: number, count: number, d: number, l: number): number {
  if (kind === 'empirical') return n * n * (d + ENTRY / 2) + pairOperations(n, l);
  const features = n * count * (2 * d + ENTRY) + (kind === 'nystrom' ? n * count ** 2 + count ** 3 / 3 : 0);
  return features + n * count ** 2 + pairOperations(count, l);
}

/** See fitComponents.ts for where memory and time go. */
export function componentsCost(
  form: ComponentsForm,
  given: Parameters,
  n: number,
  d: number,
  threads: number,
): FitCost {
  const count = Math.min(form.count(given, n), form.kind === 'randomFeatures' ? Number.POSITIVE_INFINITY : n);
  const most = Math.max(1, Math.min(n - 1, count));
  const l = Math.min(asked(given).components ?? DEFAULT_COMPONENTS, most);
  const others = given.tradeOff === false ? [] : otherWays(form.kind, n, count, l).ways;
  const held = [heldBytes(form.kind, n, count, l), ...others.map((way) => heldBytes(way.kind, way.n, way.count, l))];
  const coreBytes = Math.max(...held) + CORE_SMALL;
  // Rows and their copy by training and held-out part; scores, in full for training rows if they come with the vectors.
  const stored = form.kind === 'empirical' ? 3 * n * l : 3 * count * l;
  const bytes = ENGINE + coreBytes + 8 * (4 * n * d + stored + 2 * count * (form.kind === 'nystrom' ? count : d));
  const rate = RATE * (1 + SHARED * (threads - 1));
  const operations =
    fitOperations(form.kind, n, count, d, l) +
    // Scores and loadings of all rows, of the model's points or features.
    (form.kind === 'empirical' ? 0 : n * (count * (2 * d + ENTRY + 2 * l) + d * l)) +
    others.reduce((sum, way) => sum + fitOperations(way.kind, way.n, way.count, d, l), 0);
  const seconds = 0.3 + operations / rate;
  if (form.kind !== 'empirical' || n <= 2 * DEFAULT_COUNT) return { bytes, coreBytes, seconds };
  const smaller = 0.3 + (2.5 * fitOperations('nystrom', n, DEFAULT_COUNT, d, l)) / rate;
  if (smaller >= seconds && n <= 15_000) return { bytes, coreBytes, seconds };
  const instead = `with ${LANDMARKS} (ny-kpca) it takes about ${duration(smaller)}`;
  return { bytes, coreBytes, seconds, instead };
}
