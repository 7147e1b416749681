import type { PortableBlock, PortableKernel, PortableLeaf } from '../../portable/portable';
import { mapCode, unpenalisedCode } from '../featureCode';
import { type Cook, lacking, type NotebookRecipe, parameterOf, type RecordedFit } from '../fit';
import { pythonList, pythonMatrix, pythonNumber, pythonVector } from '../literals';
import { isWeighted } from '../targets';
import { zonesNumbers } from './spectral';

/** The Python function features(X) with Z'Z the kernel, n×M, and how it is made, in words. */
export interface FeatureCode {
  readonly words: string;
  readonly code: readonly string[];
  /** A difference that is always possible: their own rounding. */
  readonly least?: string;
}

/** Random features over the root of their number; the draws themselves, since no other generator makes them. */
export function randomFeatureCode({ model }: RecordedFit): FeatureCode {
  const block = model.features[model.features.length - 1];
  if (block?.kind !== 'map') throw lacking('random features');
  const count = model.kept.length - freeColumns(model).length;
  return {
    words: 'The random features are those that Kernelscope drew, number by number: every other generator draws others.',
    code: [...mapCode(block.map, 'mapped'), '', '', 'def features(X):', `    return mapped(X) / np.sqrt(${count})`],
  };
}

/** Columns of the unpenalised blocks that were kept; the features follow them. */
const freeColumns = ({ features, kept }: RecordedFit['model']): Uint32Array =>
  kept.filter((column) => column < features.length - 1);

/** scikit-learn's own name of a kernel, and the numbers that it takes, for those that it has. */
const NYSTROEM: Readonly<Record<string, (numbers: PortableLeaf['parameters']) => string>> = {
  gaussian: () => 'kernel="rbf", gamma=0.5',
  linear: () => 'kernel="linear"',
};

function nystroem(kernel: PortableKernel): string | undefined {
  if (kernel.kind !== 'leaf') return undefined;
  if (Object.hasOwn(NYSTROEM, kernel.function)) return NYSTROEM[kernel.function](kernel.parameters);
  const { degree, scale, offset } = kernel.parameters;
  if (!kernel.function.startsWith('polynomial')) return undefined;
  return `kernel="polynomial", degree=${degree}, gamma=${scale}, coef0=${offset}`;
}

/** Features of landmarks: scikit-learn's Nystroem for the kernels that it has, otherwise L⁻¹k(landmarks, x). */
export function landmarkFeatures({ model }: RecordedFit): FeatureCode {
  const { rows, kernel } = model;
  if (rows.rows === 0) throw lacking('landmarks');
  const landmarks = `LANDMARKS = ${pythonMatrix(rows)}  # encoded rows`;
  const options = nystroem(kernel);
  if (options !== undefined && kernel.kind === 'leaf')
    return {
      words:
        'Nystroem of scikit-learn makes the features of landmarks; it is fitted to those that Kernelscope chose, since it would draw others.',
      code: [
        'from sklearn.kernel_approximation import Nystroem',
        '',
        landmarks,
        `LENGTH_SCALE = ${pythonVector(kernel.lengthScale)}`,
        `NYSTROEM = Nystroem(${options}, n_components=len(LANDMARKS)).fit(LANDMARKS / LENGTH_SCALE)`,
        '',
        '',
        'def features(X):',
        '    return NYSTROEM.transform(X / LENGTH_SCALE)',
      ],
    };
  return {
    words:
      "The features of the landmarks that Kernelscope chose are L⁻¹k(landmarks, x) with LL' = k(landmarks, landmarks): Nystroem of scikit-learn has no such kernel.",
    code: [
      landmarks,
      'FACTOR = landmark_factor(kernel(LANDMARKS, LANDMARKS))',
      '',
      '',
      'def features(X):',
      '    return np.linalg.solve(FACTOR, kernel(LANDMARKS, X)).T',
    ],
  };
}

export const randomFeatureRidge: Cook = (fit) => {
  const { features } = fit.model;
  const words =
    "Ridge regression on M random features of every row: w = (Z'Z/n + lambda·I)⁻¹Z'y/n (RF eq. 6, appendix E), Z the features over the root of M.";
  return onFeatures(fit, words, randomFeatureCode(fit), features.slice(0, -1), freeColumns(fit.model));
};

export const landmarkRidge: Cook = (fit) => {
  const { features, kept } = fit.model;
  const words =
    "Kernel ridge regression on m landmarks: w = (Z'Z/n + lambda·I)⁻¹Z'y/n with Z the n×m features of the landmarks (RF section 3; Rudi, Camoriano and Rosasco 2015).";
  const landmarks = landmarkFeatures(fit);
  const iterated = parameterOf(fit, 'solver') === 'conjugateGradient';
  return onFeatures(fit, words, iterated ? { ...landmarks, least: '1e-5' } : landmarks, features, kept);
};

/** scikit-learn's Ridge where it is ridge with a constant or nothing unpenalised, otherwise the filter on the features' spectrum. */
function onFeatures(
  fit: RecordedFit,
  words: string,
  features: FeatureCode,
  blocks: readonly PortableBlock[],
  kept: Uint32Array,
): NotebookRecipe {
  const filters = fit.record.solved.map(({ filter, rank, largest }) => {
    if (filter?.kind !== 'zones' || rank === undefined || largest === undefined) throw lacking('filter');
    return { lambda: pythonNumber(filter.lambda), ...zonesNumbers(filter, rank, largest) };
  });
  const constant = kept.length === 1 && blocks[kept[0]]?.kind === 'constant';
  const plain = (constant || kept.length === 0) && filters.every(({ k, r }) => k === 0 && r === undefined);
  const weighted = isWeighted(fit);
  const lambdas = `LAMBDA = np.array(${pythonList(filters.map(({ lambda }) => lambda))})`;
  const shared = {
    allowed: `max(${features.least ?? '1e-8'}, 4 * Z.shape[1] * np.finfo(float).eps * np.sum(Z**2) / len(Z) / min(LAMBDA))`,
    why: "Kernelscope adds up Z'Z over the rows, and leaves directions out that are within rounding of these sums, which shows where lambda is as small.",
  };
  if (plain)
    return {
      ...shared,
      words: `${words} ${features.words} Ridge of scikit-learn has alpha = n·lambda.`,
      code: [
        'from sklearn.linear_model import Ridge',
        '',
        ...features.code,
        '',
        '',
        lambdas,
        `RIDGE = Ridge(alpha=len(X) * LAMBDA, fit_intercept=${constant ? 'True' : 'False'})`,
        'Z = features(X)',
        `RIDGE.fit(Z, Y${weighted ? ', sample_weight=W' : ''})`,
        'PREDICTED = RIDGE.predict(features(NEW)).reshape(len(NEW), -1)',
      ],
    };
  return {
    ...shared,
    words: `${words} ${features.words} Directions that are not shrunk, or not used, and unpenalised terms are written out: Ridge of scikit-learn has none.`,
    code: [
      ...features.code,
      '',
      '',
      ...unpenalisedCode(blocks, kept),
      '',
      '',
      'Z, F = features(X), unpenalised(X)',
      'TARGETS = Y',
      ...(weighted ? ['ROOT = np.sqrt(W)[:, None]', 'Z, F, TARGETS = ROOT * Z, ROOT * F, ROOT * Y'] : []),
      lambdas,
      'PREDICTED = np.zeros((len(NEW), Y.shape[1]))',
      `FILTERS = ${pythonList(filters.map(({ lambda, k, r }) => `lambda mu: zones(mu, ${lambda}, ${k}, ${r ?? 'len(mu)'})`))}`,
      'for o, filter_of in enumerate(FILTERS):',
      '    weights, beta = feature_ridge(Z, F, TARGETS[:, o], filter_of)',
      '    PREDICTED[:, o] = features(NEW) @ weights + unpenalised(NEW) @ beta',
    ],
  };
}
