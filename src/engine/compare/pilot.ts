import { silently } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import type { FeatureMap, KernelSpec } from '../contract/kernel';
import type { Parameters } from '../contract/method';
import { Random } from '../data/random';
import { drawFeatures } from '../features/drawFeatures';
import { landmarkMap } from '../features/landmarks/landmarkMap';
import { defaultMap } from '../features/mapList';
import type { FeatureMapName } from '../features/table';
import type { Problem } from '../fit/problem';
import { readSettings, type Settings } from '../fit/settings';
import { requiredBlocks } from '../fit/unpenalisedBlocks';
import { defaultScale } from '../kernels/defaultScale';
import { fillKernel, wantsLengthScale } from '../kernels/expression';
import { rowBlock } from '../kernels/rows';
import type { Computing } from '../linalg/linalg';
import type { FeatureKind, MeasuredRatio, PilotErrors } from './expectedLoss';
import { type PilotMeans, pilotExact, pilotFeatures } from './pilotRidge';
import { type PilotRows, pilotBlock, pilotRows } from './pilotRows';

/**
 * The numbers of parts into which the training rows are divided, to see how the error falls as rows are added; and the
 * fewest rows of a part.
 */
const PARTS = [8, 4, 2];
const LEAST_ROWS = 20;
/**
 * The numbers of features on the pilot, as fractions of its training rows, and how often they are drawn: few features
 * scatter more, and cost less.
 */
const COUNTS = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4];
const DRAWS = [4, 4, 4, 2, 2];

/** Parts of n rows, most first and all of them in one last. */
export const pilotParts = (n: number): number[] => [...PARTS.filter((parts) => n >= parts * LEAST_ROWS), 1];
/** Landmarks and random features that are tried on n rows, ascending. */
export const pilotCounts = (n: number): number[] => [
  ...new Set(COUNTS.map((share) => Math.min(n, Math.max(2, Math.round(share * n))))),
];

/** Errors of a few seeded rows fitted in every way. */
export interface Pilot {
  readonly train: number;
  readonly holdout: number;
  readonly kernel: KernelSpec;
  /** Kinds that the kernel has no features for have no counts. */
  readonly errors: PilotErrors;
}

/**
 * Fits a few seeded rows in every way: ridge regression with the exact kernel on all of them and on parts, and with a
 * few landmarks and random features, each at its lambda of the lowest leave-one-out error. Takes some seconds for any
 * n.
 */
export function runPilot(problem: Problem, given: Parameters, context: Computing): Pilot {
  const seed = (given.seed as number | undefined) ?? 0;
  const { train, holdout } = pilotRows(problem, seed, context);
  const n = train.x.rows;
  const settings = readSettings(pilotParameters(given), n, train.x.columns, ['lambda']);
  const blocks = requiredBlocks(settings.kernel, settings.intercept, train.x.columns);
  context.progress(0, 'choosing the pilot’s kernel');
  const quiet = silently(context);
  const kernel = pilotKernel(settings, train, holdout, { blocks, context: quiet });
  const means: PilotMeans = { kernel, blocks, context: quiet };

  context.progress(0.4, 'fitting pilot rows');
  const parted = pilotParts(n).map((parts) => blocksOf(train, parts));
  const byRows = parted.map((blocks) => ({
    rows: blocks[0].x.rows,
    error: meanOf(blocks.map((block) => pilotExact(block, means).errorOn(holdout))),
  }));
  let fits = 0;
  const ratios = (kind: FeatureKind, blocks: readonly PilotRows[], whole: number, most: number): MeasuredRatio[] => {
    const maps = mapsOf(kind, kernel, train, given, quiet);
    if (maps === undefined) return [];
    const measured = pilotCounts(n)
      .filter((count) => count <= most)
      .map((count, i) => {
        context.progress(Math.min(1, 0.6 + 0.02 * fits++), `fitting ${WORDS[kind]} on pilot rows`);
        // Errors of few features scatter from draw to draw: the mean is taken over their logarithms.
        const draws = Math.max(1, Math.round((DRAWS[i] ?? 2) / blocks.length));
        const errors = blocks.flatMap((block, b) =>
          Array.from({ length: draws }, (_, draw) =>
            Math.log(pilotFeatures(block, maps(block, count, b * draws + draw), means).errorOn(holdout)),
          ),
        );
        return { count, ratio: Math.exp(meanOf(errors)) / whole };
      });
    // Ratios are not finite for features that are not made for such rows, as those of histograms for negative values.
    return measured.every(({ ratio }) => Number.isFinite(ratio)) ? measured : [];
  };
  const [all, part] = [byRows.length - 1, Math.max(0, byRows.length - 3)];
  const onPart = (kind: FeatureKind) => ratios(kind, parted[part], byRows[part].error, byRows[part].rows / 2);
  const onAll = (kind: FeatureKind) => ratios(kind, parted[all], byRows[all].error, n);
  const errors: PilotErrors = {
    byRows,
    onPart: { rows: byRows[part].rows, landmarks: onPart('landmarks'), randomFeatures: onPart('randomFeatures') },
    byCount: { landmarks: onAll('landmarks'), randomFeatures: onAll('randomFeatures') },
  };
  return { train: n, holdout: holdout.x.rows, kernel, errors };
}

const WORDS: Readonly<Record<FeatureKind, string>> = { landmarks: 'landmarks', randomFeatures: 'random features' };

/**
 * The parameters set by the person that ridge regression on the pilot has too; the pilot searches length scales in its
 * own way.
 */
function pilotParameters({ kernel, lengthScale, lengthScaleRule, intercept, seed = 0 }: Parameters): Parameters {
  return {
    ...(kernel !== undefined && { kernel }),
    ...(lengthScale !== undefined && { lengthScale }),
    ...(intercept !== undefined && { intercept }),
    lengthScaleRule: lengthScaleRule === 'median' ? 'median' : 'loo',
    seed,
    folds: 0,
  };
}

function blocksOf(rows: PilotRows, parts: number): PilotRows[] {
  const size = Math.floor(rows.x.rows / parts);
  return Array.from({ length: parts }, (_, i) => pilotBlock(rows, i * size, (i + 1) * size));
}

const meanOf = (values: readonly number[]) => values.reduce((sum, v) => sum + v / values.length, 0);

/** Maps of any count and draw for a block of rows; undefined if the kernel has none of this kind. */
function mapsOf(
  kind: FeatureKind,
  kernel: KernelSpec,
  { x }: PilotRows,
  { featureMap, seed = 0 }: Parameters,
  context: Computing,
): ((block: PilotRows, count: number, draw: number) => FeatureMap) | undefined {
  const make = (block: PilotRows, count: number, draw: number): FeatureMap =>
    kind === 'landmarks'
      ? landmarkMap(kernel, rowBlock(block.x, (draw * count) % (block.x.rows - count + 1), count), context)
      : drawFeatures(
          {
            map: (featureMap as FeatureMapName | undefined) ?? defaultMap(kernel),
            kernel,
            count,
            inputs: x.columns,
            seed: ((seed as number) + draw) % 2 ** 32,
          },
          context,
        );
  try {
    make({ x: rowBlock(x, 0, 2), y: [] }, 2, 0);
    return make;
  } catch (error) {
    // The kernel has no random features, or is positive definite only with unpenalised polynomials.
    if (error instanceof KernelscopeError && error.failure.code === 'parameter/invalid') return undefined;
    throw error;
  }
}

/** Training rows of each trial. */
const ROWS = 750;
/** Octaves from the default length scale that are tried. */
const OCTAVES = [1, 0, -1, -2, -3, -4, -5];

/**
 * The kernel with the length scale that was set, or with that of the lowest error on the pilot's held-out rows, by
 * octaves about the default. Not by leave-one-out, as in a fit: a few rows far outside dominate that on so few rows,
 * and a scale that is too long makes all ways to fit look alike.
 */
function pilotKernel(
  { kernel, lengthScale, lengthScaleRule, seed }: Settings,
  train: PilotRows,
  holdout: PilotRows,
  means: Omit<PilotMeans, 'kernel'>,
): KernelSpec {
  if (!wantsLengthScale(kernel)) return fillKernel(kernel, [1]);
  if (lengthScale !== undefined) return fillKernel(kernel, lengthScale);
  const start = defaultScale(kernel, train.x, new Random(seed), means.context).lengthScale;
  if (lengthScaleRule === 'median') return fillKernel(kernel, start);
  const rows = pilotBlock(train, 0, Math.min(ROWS, train.x.rows));
  let best = fillKernel(kernel, start);
  let least = Number.POSITIVE_INFINITY;
  for (const octave of OCTAVES) {
    const tried = fillKernel(
      kernel,
      start.map((scale) => scale * 2 ** octave),
    );
    const error = pilotExact(rows, { ...means, kernel: tried }).errorOn(holdout);
    if (error < least) [best, least] = [tried, error];
    // Two octaves beyond the best one, nothing better follows.
    if (error > 1.3 * least) break;
  }
  return best;
}
