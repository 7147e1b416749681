import type { ReconstructionCurve } from '../../contract/components';
import { partOf } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import { KernelscopeError } from '../../contract/failure';
import { featureCount, type KernelSpec } from '../../contract/kernel';
import { permutation } from '../../data/random';
import { pickRows } from '../../kernels/rows';
import type { Computing } from '../../linalg/linalg';
import { count } from '../../words/numbers';
import { heldBytes } from './cost';
import { empiricalComponents } from './empirical';
import { type DrawnFeatures, featureComponents } from './featureComponents';
import type { Principal } from './leadingPairs';
import type { Way } from './otherWays';
import { reconstructionErrors } from './reconstruction';
import type { TestRows } from './testRows';

export interface TradeOffInput {
  readonly ways: readonly Way[];
  readonly kernel: KernelSpec;
  /** Training rows, n×d. */
  readonly x: Matrix;
  /** Components wanted; a way with fewer landmarks or features gives as many. */
  readonly l: number;
  readonly seed: number;
  readonly test: TestRows;
  draw(way: Way, context: Computing): DrawnFeatures;
}

export interface TradeOff {
  readonly curves: readonly ReconstructionCurve[];
  /** Reasons why ways were not measured, each once. */
  readonly refused: readonly string[];
}

/** Other ways to the components of the same rows and kernel, fitted one after another and each timed. */
export function tradeOff(input: TradeOffInput, context: Computing): TradeOff {
  const { ways, l, test } = input;
  const curves: ReconstructionCurve[] = [];
  const refused = new Set<string>();
  const work = ways.map((way) => way.n * way.count ** 2 + 1e8);
  const all = work.reduce((sum, v) => sum + v, 0);
  let done = 0;
  ways.forEach((way, w) => {
    const part = partOf(context, done / all, (done + work[w]) / all);
    done += work[w];
    part.progress(0, `comparing: ${wayText(way)}`);
    const began = performance.now();
    try {
      const principal = fitWay(way, input, partOf(part, 0, 0.9));
      const seconds = (performance.now() - began) / 1000;
      curves.push({
        kind: way.kind,
        count: principal.count,
        ...reconstructionErrors(principal, test, partOf(part, 0.9, 1)),
        seconds,
        bytes: heldBytes(way.kind, way.n, principal.count, Math.min(l, principal.eigenvalues.length)),
      });
    } catch (error) {
      // The comparison continues without a kernel that a map or landmarks cannot approximate, and without fits that
      // fail.
      if (!(error instanceof KernelscopeError) || error.failure.code === 'run/cancelled') throw error;
      refused.add(error.message);
    }
  });
  return { curves, refused: [...refused] };
}

function fitWay(way: Way, { kernel, x, l, seed, test, draw }: TradeOffInput, context: Computing): Principal {
  if (way.kind === 'empirical') {
    const rows = way.n < x.rows ? pickRows(x, permutation(x.rows, seed, context).slice(0, way.n).sort()) : x;
    return empiricalComponents(kernel, rows, Math.min(l, way.n - 1), test.centred, context);
  }
  const drawn = draw(way, partOf(context, 0, 0.1));
  const most = Math.min(l, way.n - 1, featureCount(drawn.map));
  return featureComponents(drawn, kernel, x, most, test.centred, partOf(context, 0.1, 1));
}

export function wayText(way: Pick<Way, 'kind' | 'count'>): string {
  const { kind } = way;
  const number = count(way.count);
  if (kind === 'empirical') return `the kernel matrix of ${number} rows`;
  return kind === 'nystrom' ? `${number} landmarks` : `${number} random features`;
}
