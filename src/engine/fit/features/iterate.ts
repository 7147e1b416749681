import { silently } from '../../contract/context';
import type { Design, Matrix } from '../../contract/data';
import type { FeatureBlock, KernelSpec } from '../../contract/kernel';
import type { ModelOutput } from '../../contract/model';
import type { FitOutcome } from '../../contract/run';
import { axisValue, isExact } from '../../filters/anyFilter';
import { kernelCross } from '../../kernels/kernelMatrix';
import { rowBlock } from '../../kernels/rows';
import type { Computing } from '../../linalg/linalg';
import { invalid } from '../../parameters/asked';
import { falkon } from '../../solvers/preconditionedNystrom';
import type { FitSession } from '../session';
import type { ChosenFilter } from './choose';
import { KEEP_BYTES } from './cost';
import type { TitledFeatures } from './family';

/** Rows predicted at once. */
const ROWS = 1024;

/** A fit over all landmarks at the lambdas chosen, without their M×M problem. */
export interface IteratedFit {
  /** Residuals of the first target over the initial one, by iteration. */
  readonly residuals: Float64Array;
  predict(x: Matrix, context: Computing): Float64Array[];
  model(
    design: Design,
    method: string,
    intervals: readonly Pick<ModelOutput, 'intervalWidth' | 'spread'>[],
  ): FitOutcome['model'];
}

/** Conjugate gradients (FALKON) for each target at its lambda; targets that share one are solved together. */
export function iterate(
  kernel: KernelSpec,
  { points }: TitledFeatures,
  blocks: readonly FeatureBlock[],
  chosen: readonly ChosenFilter[],
  /** Rank of the features whose spectrum is shown: an r below it would leave directions out. */
  rank: number,
  session: FitSession,
): IteratedFit {
  const { problem } = session;
  const { x, outputs, rootWeights } = problem;
  if (!points) throw new Error('conjugate gradients need landmarks');
  const intercept = blocks.length > 0;
  const lambdas = lambdasOf(blocks, chosen, rank);
  const distinct = [...new Set(lambdas)];
  const fits = new Map<
    number,
    { readonly alpha: Float64Array; readonly intercept: number; readonly residuals: Float64Array }
  >();
  distinct.forEach((lambda, d) => {
    const group = lambdas.flatMap((ofTarget, t) => (ofTarget === lambda ? [t] : []));
    const part = session.part(d / distinct.length, (d + 1) / distinct.length);
    const fit = falkon(
      {
        kernel,
        x,
        points,
        y: group.map((t) => outputs[t].y),
        lambda,
        intercept,
        keepBytes: KEEP_BYTES,
        rootWeights,
      },
      part,
    );
    group.forEach((t, place) => {
      fits.set(t, { alpha: fit.alpha[place], intercept: fit.intercept[place], residuals: fit.residuals });
    });
  });
  const solutions = outputs.map((_, t) => fits.get(t) as NonNullable<ReturnType<typeof fits.get>>);
  return {
    residuals: solutions[0].residuals,
    predict(rows, part) {
      const predicted = solutions.map(({ intercept: b }) => new Float64Array(rows.rows).fill(b));
      for (let from = 0; from < rows.rows; from += ROWS) {
        part.progress(from / rows.rows, 'predicting');
        const block = rowBlock(rows, from, Math.min(ROWS, rows.rows - from));
        const cross = kernelCross(kernel, points, block, silently(part));
        const m = points.rows;
        solutions.forEach(({ alpha }, t) => {
          for (let i = 0, o = 0; i < block.rows; i++)
            for (let j = 0; j < m; j++, o++) predicted[t][from + i] += cross[o] * alpha[j];
        });
      }
      return predicted;
    },
    model(design, method, intervals) {
      return {
        method,
        transform: design.transform,
        kernel,
        outputs: solutions.map(({ alpha, intercept: b }, t) => ({
          name: outputs[t].name,
          alpha,
          beta: intercept ? Float64Array.of(b) : new Float64Array(0),
          ...overAll(intervals[t], points.rows),
        })),
        x: points,
        unpenalised: blocks,
        kept: intercept ? Uint32Array.of(0) : new Uint32Array(0),
      };
    },
  };
}

/** The size of errors expanded over the first landmarks alone, as over all `count`. */
function overAll(
  { intervalWidth, spread }: Pick<ModelOutput, 'intervalWidth' | 'spread'>,
  count: number,
): Pick<ModelOutput, 'intervalWidth' | 'spread'> {
  if (spread?.kind !== 'fitted') return { intervalWidth };
  const alpha = new Float64Array(count);
  alpha.set(spread.alpha);
  return { intervalWidth, spread: { ...spread, alpha } };
}

/** The lambda of each target. Throws `parameter/invalid` if more than ridge with an intercept was requested. */
function lambdasOf(blocks: readonly FeatureBlock[], chosen: readonly ChosenFilter[], rank: number): number[] {
  if (blocks.some(({ kind }) => kind !== 'constant'))
    throw invalid(
      'solver',
      'conjugateGradient',
      'Conjugate gradients fit no unpenalised terms but the intercept. Set unpenalised to none, or solver to spectrum.',
    );
  return chosen.map(({ filter }) => {
    if (isExact(filter, rank)) return axisValue(filter, 'lambda');
    throw invalid(
      'solver',
      'conjugateGradient',
      'Conjugate gradients fit ridge alone. Leave k and r out, or set solver to spectrum.',
    );
  });
}
