import { type Cook, lacking, type RecordedFit } from '../fit';
import { type FeatureCode, landmarkFeatures, randomFeatureCode } from './onFeatures';

const EXACT = {
  allowed: '1e-5',
  why: 'Both decompose the same matrix; Kernelscope keeps the scores of a run in 32 bits.',
} as const;

/** k(x, x), and the part of it that the components leave, once centred. */
const OWN = 'np.array([kernel(row[None], row[None])[0, 0] for row in NEW])';
const LEFT = 'ERROR = np.maximum(CENTRED - np.sum(SCORES**2, axis=1), 0)';

/** The projection takes no mean away. */
const isUncentred = ({ model }: RecordedFit): boolean => model.components?.meanWeights.every((v) => v === 0) ?? false;

const countOf = ({ model }: RecordedFit): number => {
  if (!model.components) throw lacking('components');
  return model.components.offset.length;
};

/** NYPCA Prop. 1. */
export const empirical: Cook = (fit) => (isUncentred(fit) ? secondMoment(fit) : centred(fit));

const secondMoment: Cook = (fit) => ({
  ...EXACT,
  words:
    "Kernel principal components without centring: the eigenpairs of K/n, which KernelPCA of scikit-learn does not have. A row's error is what the components leave of k(x, x).",
  code: [
    'K, CROSS = kernel(X, X), kernel(NEW, X)',
    'VALUES, VECTORS = np.linalg.eigh(K)',
    `FIRST = np.argsort(VALUES)[::-1][:${countOf(fit)}]`,
    'SCORES = CROSS @ VECTORS[:, FIRST] / np.sqrt(VALUES[FIRST])',
    `CENTRED = ${OWN}`,
    LEFT,
  ],
});

const centred: Cook = (fit) => ({
  ...EXACT,
  words:
    "Kernel principal components (NYPCA section 3.1, Prop. 1): KernelPCA of scikit-learn, which centres the kernel matrix. Score i has the variance of eigenvalue i, and a row's error is what the components leave of k(x, x).",
  code: [
    'from sklearn.decomposition import KernelPCA',
    'from sklearn.preprocessing import KernelCenterer',
    '',
    'K, CROSS = kernel(X, X), kernel(NEW, X)',
    `PCA = KernelPCA(n_components=${countOf(fit)}, kernel="precomputed", eigen_solver="dense").fit(K)`,
    'SCORES = PCA.transform(CROSS)',
    `OWN = ${OWN}`,
    'CENTRED = OWN - 2 * np.mean(CROSS, axis=1) + np.mean(K)',
    LEFT,
  ],
});

const onFeatures = (fit: RecordedFit, words: string, features: FeatureCode, own: string) => ({
  ...EXACT,
  words: `${words} ${features.words}`,
  code: [
    ...(isUncentred(fit) ? [] : ['from sklearn.decomposition import PCA', '']),
    ...features.code,
    '',
    '',
    'Z, Z_NEW = features(X), features(NEW)',
    ...(isUncentred(fit)
      ? [
          `DIRECTIONS = np.linalg.svd(Z, full_matrices=False)[2][:${countOf(fit)}]`,
          'SCORES = Z_NEW @ DIRECTIONS.T',
          `CENTRED = ${own}`,
        ]
      : [
          `COMPONENTS = PCA(n_components=${countOf(fit)}, svd_solver="full").fit(Z)`,
          'SCORES = COMPONENTS.transform(Z_NEW)',
          `OWN = ${own}`,
          'CENTRED = OWN - 2 * (Z_NEW @ np.mean(Z, axis=0)) + np.sum(np.mean(Z, axis=0) ** 2)',
        ]),
    LEFT,
  ],
});

/** NYPCA Prop. 2. */
export const nystrom: Cook = (fit) =>
  onFeatures(
    fit,
    'Kernel principal components on landmarks (NYPCA section 3.2, Prop. 2): PCA on the features of the landmarks.',
    landmarkFeatures(fit),
    OWN,
  );

/** NYPCA section 4.2. */
export const randomFeatureComponents: Cook = (fit) =>
  onFeatures(
    fit,
    'Kernel principal components on random features (NYPCA section 4.2, RF-EKPCA): PCA on the features.',
    randomFeatureCode(fit),
    'np.sum(Z_NEW**2, axis=1)',
  );
