import type { FilterSpec } from '../../../engine/contract/filter';
import type { SolvedTarget } from '../../../engine/contract/model';
import { zonesOf } from '../../../engine/filters/anyFilter';
import { filterOf, numberNames } from '../../../engine/filters/table';
import { leavesOf } from '../../kernels/leaves';
import { unpenalisedCode } from '../featureCode';
import { type Cook, lacking, type NotebookRecipe, type RecordedFit } from '../fit';
import { pythonList, pythonNumber } from '../literals';
import { isWeighted } from '../targets';

/** Differences that are always possible: for angles between equal rows, only half of the digits are known. */
const leastOf = (fit: RecordedFit): string =>
  leavesOf(fit.model).some(({ function: name }) => name === 'arcCosine0') ? '1e-6' : '1e-9';

const direct = (fit: RecordedFit) => ({
  allowed: `rounding(K, len(K) * min(LAMBDA), ${leastOf(fit)})`,
  why: 'Both solve the same equations directly, and differ by rounding, which a small lambda magnifies.',
});

const isConstant = ({ model }: RecordedFit) =>
  model.features.length === 1 && model.features[0].kind === 'constant' && model.kept.length === 1;

/** The lambda of every output, in which ridge is all that the filter does. */
function lambdasOf({ record }: RecordedFit): string {
  return pythonList(
    record.solved.map(({ filter }) => {
      if (filter?.kind !== 'zones') throw lacking('lambda');
      return pythonNumber(filter.lambda);
    }),
  );
}

const KERNELS = ['K, CROSS = kernel(X, X), kernel(NEW, X)'];

/** Kernel ridge regression: scikit-learn's where nothing but a constant is unpenalised, otherwise the equations themselves. */
export const ridgeRecipe: Cook = (fit) => {
  const centred = isConstant(fit) && !isWeighted(fit);
  if (centred || fit.model.kept.length === 0) return kernelRidge(fit, centred);
  return conditional('krr: ridge on what the unpenalised features leave')(fit);
};

/** KernelRidge of scikit-learn, on what centring leaves where a constant is unpenalised. */
function kernelRidge(fit: RecordedFit, centred: boolean): NotebookRecipe {
  const weights = isWeighted(fit) ? ', sample_weight=W' : '';
  return {
    ...direct(fit),
    words: `Kernel ridge regression${centred ? '' : ' without a constant'}: alpha = (K + n·lambda·I)⁻¹y, which KernelRidge has with alpha = n·lambda.${centred ? ' Its constant is unpenalised, so that kernel and target are centred first (CKRR theorem 3.2 with F = 1).' : ''}`,
    code: [
      'from sklearn.kernel_ridge import KernelRidge',
      ...(centred ? ['from sklearn.preprocessing import KernelCenterer'] : []),
      '',
      ...KERNELS,
      `LAMBDA = np.array(${lambdasOf(fit)})`,
      ...(centred ? ['CENTERER = KernelCenterer()'] : []),
      'RIDGE = KernelRidge(kernel="precomputed", alpha=len(X) * LAMBDA)',
      centred ? 'RIDGE.fit(CENTERER.fit_transform(K), Y - np.mean(Y, axis=0))' : `RIDGE.fit(K, Y${weights})`,
      centred
        ? 'PREDICTED = RIDGE.predict(CENTERER.transform(CROSS)) + np.mean(Y, axis=0)'
        : 'PREDICTED = RIDGE.predict(CROSS)',
    ],
  };
}

/** The matrices of the kernel, and F of both parts of the rows. */
const withUnpenalised = ({ model }: RecordedFit) => [
  ...unpenalisedCode(model.features, model.kept),
  '',
  '',
  ...KERNELS,
  'F, F_NEW = unpenalised(X), unpenalised(NEW)',
];

/** Ridge beside unpenalised features F. */
export const conditional =
  (what: string): Cook =>
  (fit) => ({
    ...direct(fit),
    words: `${what}: [[K + n·lambda·I, F], [F', 0]]·[alpha; beta] = [y; 0] (CKRR section 3), written out, because KernelRidge has no unpenalised features.`,
    code: [
      ...withUnpenalised(fit),
      'PREDICTED = np.zeros((len(NEW), Y.shape[1]))',
      ...rootCode(fit),
      `LAMBDA = ${lambdasOf(fit)}`,
      'for o, lam in enumerate(LAMBDA):',
      ...(isWeighted(fit)
        ? [
            '    alpha, beta = conditional_ridge(ROOT * K * ROOT.T, ROOT * F, (ROOT * Y)[:, o], len(X) * lam)',
            '    alpha = ROOT[:, 0] * alpha',
          ]
        : ['    alpha, beta = conditional_ridge(K, F, Y[:, o], len(X) * lam)']),
      '    PREDICTED[:, o] = CROSS @ alpha + F_NEW @ beta',
    ],
  });

const rootCode = (fit: RecordedFit) =>
  isWeighted(fit) ? ['ROOT = np.sqrt(W)[:, None]  # rows of K, F and y count by it'] : [];

/** A filter in the words of its formula. */
export const filteredByFormula: Cook = (fit) => {
  const [{ filter }] = fit.record.solved;
  if (filter === undefined) throw lacking('filter');
  const { subject, formula } = filterOf(filter).words;
  return filtered(`${subject}: g_i = ${formula}.`)(fit);
};

/** Any filter on the spectrum of the residual kernel matrix. */
export const filtered =
  (words: string): Cook =>
  (fit) => ({
    allowed: `max(${leastOf(fit)}, 20 * np.finfo(float).eps * MU[0] * np.max(SHARES))`,
    why: 'Both decompose the same matrix, and differ by rounding, which small eigenvalues magnify. Where a cut falls between two equal eigenvalues, which directions are used is arbitrary.',
    words: `${words} Prediction: alpha = (1/n)·U diag(g/mu) U'y with K/n = U diag(mu) U' on what the unpenalised features leave (CKRR theorem 3.2).`,
    code: [
      ...withUnpenalised(fit),
      ...rootCode(fit),
      isWeighted(fit) ? 'K, F, TARGETS = ROOT * K * ROOT.T, ROOT * F, ROOT * Y' : 'TARGETS = Y',
      'MU, U, Q, R = residual_spectrum(K, F)',
      `SHARES = ${pythonList(fit.record.solved.map(shareCode))}`,
      'PREDICTED = np.zeros((len(NEW), Y.shape[1]))',
      'for o, share in enumerate(SHARES):',
      '    alpha = U @ (share * (U.T @ TARGETS[:, o])) / len(X)',
      '    beta = np.linalg.solve(R, Q.T @ (TARGETS[:, o] - K @ alpha))',
      `    PREDICTED[:, o] = CROSS @ ${isWeighted(fit) ? '(ROOT[:, 0] * alpha)' : 'alpha'} + F_NEW @ beta`,
    ],
  });

/** g/mu of one output's filter, as a call of what `FILTERS` or solving.py define. */
function shareCode({ filter, rank, largest }: SolvedTarget): string {
  if (filter === undefined || rank === undefined || largest === undefined) throw lacking('filter');
  if (filter.kind === 'zones') {
    const { k, r } = zonesNumbers(filter, rank, largest);
    return `zones(MU, ${pythonNumber(filter.lambda)}, ${k}, ${r ?? 'len(MU)'})`;
  }
  const { kind, ...numbers } = filter;
  const given: Readonly<Record<string, number>> = numbers;
  const values = numberNames(filter).map((name) => given[name]);
  const written = values.map((value) => (Number.isInteger(value) ? String(value) : pythonNumber(value)));
  return `${kind}(MU, ${rank}, len(X), ${written.join(', ')})`;
}

/** Whole up to k, ridge up to r; without an r up to the last direction, those below rounding among them, as far as lambda is above it. */
export function zonesNumbers(
  filter: Extract<FilterSpec, { readonly kind: 'zones' }>,
  rank: number,
  largest: number,
): { readonly k: number; readonly r?: number } {
  const { from, to } = zonesOf(filter, rank) ?? { from: 0, to: rank };
  const all = from < to && to === rank && filter.lambda > rank * Number.EPSILON * largest;
  return { k: from, ...(!all && { r: to }) };
}
