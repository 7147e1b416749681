import { type Cook, lacking, type NotebookRecipe, parameterOf, type RecordedFit, solvedNumbers } from '../fit';
import { pythonList, pythonNumber, pythonVector } from '../literals';
import { isWeighted } from '../targets';
import { landmarkFeatures } from './onFeatures';

/**
 * True when the kernel matrix is that of landmarks: the model then has fewer rows than were fitted, or was asked to.
 */
const onLandmarks = (fit: RecordedFit): boolean => Number(parameterOf(fit, 'landmarks') ?? 0) > 0;

type SystemFunction = 'product' | 'solve' | 'newton' | 'expanded';

/** Functions on a kernel matrix K, and on Z with K = ZZ' of landmarks; with a constant or without. */
const DENSE: Readonly<Record<SystemFunction, (constant: boolean) => readonly string[]>> = {
  product: () => ['def product(a):', '    return K @ a'],
  expanded: () => ['def expanded(a):', '    return CROSS @ a'],
  solve: () => [
    'def solve(w, b):',
    '    """(K + diag(1/w))^-1 b, 0 where w is 0."""',
    '    root = np.sqrt(w)[:, None]',
    '    return root * np.linalg.solve(np.eye(len(K)) + root * K * root.T, root * b)',
  ],
  newton: (constant) => [
    'def newton(w, pull, total):',
    `    """f = K d + b and b with d = w (pull - f)${constant ? ', sum d = -total' : ', b = 0'}."""`,
    ...(constant
      ? [
          '    steps = solve(w, np.stack([pull, np.ones(len(w))], axis=1))',
          '    b = (np.sum(steps[:, 0]) + total) / np.sum(steps[:, 1])',
          '    return K @ (steps[:, 0] - b * steps[:, 1]) + b, b',
        ]
      : ['    return K @ solve(w, pull[:, None])[:, 0], 0.0']),
  ],
};
const ON_LANDMARKS: typeof DENSE = {
  product: () => ['def product(a):', '    return Z @ (Z.T @ a)'],
  expanded: () => ['def expanded(a):', '    return Z_NEW @ (Z.T @ a)'],
  solve: () => [
    'def solve(w, b):',
    '    """(ZZ\' + diag(1/w))^-1 b, 0 where w is 0."""',
    '    weighed = w[:, None] * Z',
    '    return w[:, None] * b - weighed @ np.linalg.solve(np.eye(Z.shape[1]) + Z.T @ weighed, weighed.T @ b)',
  ],
  newton: (constant) => [
    'def newton(w, pull, total):',
    `    """f = ZZ'd + b and b with d = w (pull - f)${constant ? ', sum d = -total' : ', b = 0'}: a ridge regression on the features, with weights w."""`,
    `    columns = np.column_stack([Z, np.full(len(Z), ${constant ? '1.0' : '0.0'})])`,
    `    penalty = np.append(np.ones(Z.shape[1]), ${constant ? '0.0' : '1.0'})`,
    '    right = columns.T @ (w * pull)',
    ...(constant ? ['    right[-1] += total'] : []),
    '    weights = np.linalg.solve(np.diag(penalty) + columns.T @ (w[:, None] * columns), right)',
    `    return columns @ weights, weights[-1]`,
  ],
};

/** K or Z, and these functions with all that they call; whether a constant is one of the unknowns. */
function systemCode(
  fit: RecordedFit,
  needed: readonly SystemFunction[] = [],
  constant = hasIntercept(fit),
): readonly string[] {
  const landmarks = onLandmarks(fit);
  const functions = landmarks ? ON_LANDMARKS : DENSE;
  const called: readonly SystemFunction[] = needed.includes('newton') && !landmarks ? ['solve', ...needed] : needed;
  return [
    ...(landmarks
      ? [...landmarkFeatures(fit).code, '', '', "Z, Z_NEW = features(X), features(NEW)  # K is ZZ'"]
      : ['K, CROSS = kernel(X, X), kernel(NEW, X)']),
    ...called.flatMap((name) => ['', '', ...functions[name](constant)]),
    ...(called.length > 0 ? ['', ''] : []),
  ];
}

/** The largest entry of the kernel matrix. */
const peakOf = (fit: RecordedFit) => (onLandmarks(fit) ? 'np.max(np.sum(Z**2, axis=1))' : 'np.max(np.abs(K))');

const landmarkWords = (fit: RecordedFit) =>
  onLandmarks(fit) ? ` K is that of landmarks, ZZ'. ${landmarkFeatures(fit).words}` : '';

const hasIntercept = (fit: RecordedFit) => parameterOf(fit, 'intercept') !== false;

/** Lines for every target `o` that leave alpha and b. */
function perTarget(lines: readonly string[]): string[] {
  return [
    'PREDICTED = np.zeros((len(NEW), Y.shape[1]))',
    'for o in range(Y.shape[1]):',
    ...lines.map((line) => `    ${line}`),
    '    PREDICTED[:, o] = expanded(alpha) + b',
  ];
}

/** The target's median, which these methods take away before the fit and add to predictions. */
const medianCode = (fit: RecordedFit): string => {
  if (!hasIntercept(fit)) return 'b = 0.0';
  return isWeighted(fit) ? 'b = weighted_median(Y[:, o], W)' : 'b = np.median(Y[:, o])';
};

const listOf = (name: string, values: readonly number[]) => `${name} = ${pythonList(values.map(pythonNumber))}`;

/**
 * The error that a relative duality gap of 1e-6 leaves open: half the squared distance of f in the space of the kernel
 * is at most the gap.
 */
function gap(fit: RecordedFit) {
  const worst = pythonNumber(Math.max(1e-9, ...solvedNumbers(fit, 'remainder')));
  return {
    allowed: `max((OPEN[o] + np.sqrt(2 * ${worst} * ${peakOf(fit)} * VALUES[o])) / np.std(Y[:, o]) for o in range(Y.shape[1]))`,
    why: `Kernelscope ended at a relative duality gap of ${worst}: the squared distance from the solution, in the norm of the kernel, is at most twice that share of the objective. Where every row is at a bound, the constant may be anywhere in an interval.`,
  };
}

const rowsWeighted = (fit: RecordedFit) => (isWeighted(fit) ? ' * W' : ' * np.ones(len(X))');

/** A dual without a constant, by the interior-point method of solving.py: `lines` state it for every target `o`. */
const dual = (fit: RecordedFit, words: string, lists: readonly string[], lines: readonly string[]): NotebookRecipe => ({
  ...gap(fit),
  words: `${words}${landmarkWords(fit)}`,
  code: [
    ...systemCode(fit, ['product', 'newton', 'expanded'], false),
    ...lists,
    'VALUES, OPEN = [], []',
    ...perTarget([...lines, 'VALUES.append(-value)', 'OPEN.append(open_by)']),
  ],
});

/** SIGN eq. 13 with its penalty as a bound. */
export const boundedCoefficients: Cook = (fit) =>
  dual(
    fit,
    "Minimises ½a'Ka − y'a over |a_i| ≤ c (SIGN eq. 13, constrained) by an interior-point method; scikit-learn has no such fit.",
    [listOf('C', solvedNumbers(fit, 'strength'))],
    [
      medianCode(fit),
      `bound = C[o]${rowsWeighted(fit)}`,
      'alpha, _, value, open_by = box_dual(product, newton, Y[:, o] - b, -bound, bound, 0.0, False)',
    ],
  );

/** SIGN eq. 14. */
export const onePenalty: Cook = (fit) =>
  dual(
    fit,
    "Minimises ½a'Ka − y'a + epsilon·sum |a_i| (SIGN eq. 14) by an interior-point method; scikit-learn has no such fit.",
    [listOf('EPSILON', solvedNumbers(fit, 'strength'))],
    [
      medianCode(fit),
      'free = np.full(len(X), np.inf)',
      'alpha, _, value, open_by = box_dual(product, newton, Y[:, o] - b, -free, free, EPSILON[o], False)',
    ],
  );

export const supportVectors: Cook = (fit) => {
  const lists = [listOf('LAMBDA', solvedNumbers(fit, 'strength')), listOf('EPSILON', solvedNumbers(fit, 'epsilon'))];
  const weights = isWeighted(fit) ? ', sample_weight=W' : '';
  if (!hasIntercept(fit))
    return dual(
      fit,
      "Support vector regression without a constant, which SVR of scikit-learn always has: the dual, ½a'Ka − y'a + epsilon·sum |a_i| over |a_i| ≤ C = 1/(n·lambda), by an interior-point method.",
      lists,
      [
        `bound = 1 / (len(X) * LAMBDA[o])${rowsWeighted(fit)}`,
        'alpha, b, value, open_by = box_dual(product, newton, Y[:, o], -bound, bound, EPSILON[o], False)',
      ],
    );
  const kernel = onLandmarks(fit) ? 'linear' : 'precomputed';
  const [train, fresh] = onLandmarks(fit) ? ['Z', 'Z_NEW'] : ['K', 'CROSS'];
  return {
    allowed: `max(1e-4, max(2.0**-24 * ${peakOf(fit)} * SIZES[o] / np.std(Y[:, o]) for o in range(Y.shape[1])))`,
    why: 'SVR of scikit-learn (libsvm) keeps the kernel matrix in 32 bits, which shows where coefficients are large; Kernelscope ends at a relative duality gap of 1e-6.',
    words: `Support vector regression, (1/n)·sum max(|r_i| − epsilon, 0) + (lambda/2)·||f||² (Vapnik 1995): SVR of scikit-learn with C = 1/(n·lambda).${landmarkWords(fit)}`,
    code: [
      'from sklearn.svm import SVR',
      '',
      ...systemCode(fit),
      ...lists,
      'SIZES = []',
      'PREDICTED = np.zeros((len(NEW), Y.shape[1]))',
      'for o in range(Y.shape[1]):',
      `    svr = SVR(kernel="${kernel}", C=1 / (len(X) * LAMBDA[o]), epsilon=EPSILON[o], tol=1e-8 * np.std(Y[:, o]), cache_size=1000)`,
      `    PREDICTED[:, o] = svr.fit(${train}, Y[:, o]${weights}).predict(${fresh})`,
      '    SIZES.append(np.sum(np.abs(svr.dual_coef_)))',
    ],
  };
};

export const quantiles: Cook = (fit) => {
  const taus = fit.model.quantiles;
  if (taus === undefined) throw lacking('quantiles');
  const shifts = fit.record.solved.map(({ shifts: of = taus.map(() => 0) }) => pythonVector(of));
  return {
    ...gap(fit),
    words: `Kernel quantile regression: ½a'Ka − y'a over (tau − 1)·C ≤ a_i ≤ tau·C with C = 1/(n·lambda), for each tau (SIGN section 6.2; Takeuchi et al. 2006), by an interior-point method: QuantileRegressor of scikit-learn is linear. What the calibration on rows left out added to each level is taken over as it is (Romano et al. 2019), and levels that cross are sorted.${landmarkWords(fit)}`,
    code: [
      ...systemCode(fit, ['product', 'newton', 'expanded']),
      `TAUS = ${pythonVector(taus)}`,
      listOf('LAMBDA', solvedNumbers(fit, 'strength')),
      `SHIFTS = ${pythonList(shifts)}`,
      'LEVELS, VALUES, OPEN = [], [], []',
      'for o in range(Y.shape[1]):',
      '    levels, values, opened = [], [], []',
      '    for tau, shift in zip(TAUS, SHIFTS[o]):',
      `        bound = 1 / (len(X) * LAMBDA[o])${rowsWeighted(fit)}`,
      `        alpha, b, value, open_by = box_dual(product, newton, Y[:, o], (tau - 1) * bound, tau * bound, 0.0, ${hasIntercept(fit) ? 'True' : 'False'})`,
      '        levels.append(expanded(alpha) + b + shift)',
      '        values.append(-value)',
      '        opened.append(open_by)',
      '    LEVELS.append(np.sort(np.stack(levels, axis=1), axis=1))',
      '    VALUES.append(max(values))',
      '    OPEN.append(max(opened))',
      'PREDICTED = np.concatenate(LEVELS, axis=1)',
    ],
  };
};

/** psi(r)/r of r in units of the cutoff. */
const WEIGHTS = { huber: '1 / np.maximum(r, 1)', tukey: 'np.maximum(1 - r**2, 0) ** 2' } as const;

export const mEstimator =
  (loss: keyof typeof WEIGHTS): Cook =>
  (fit) => {
    const deviation = parameterOf(fit, 'residualScale') === 'deviation';
    const starts = fit.record.solved.map(({ robustWeights }) => {
      if (robustWeights === undefined) throw lacking('weights');
      return pythonVector(robustWeights);
    });
    const tukey = loss === 'tukey';
    return {
      allowed: '1e-5',
      why: 'Both iterate: Kernelscope until its equations hold to 1e-7, this until no weight changes by 1e-12.',
      words: `Kernel M-estimation, (1/n)·sum rho(r_i) + lambda·||f||² (SIGN section 6.2, KMR), by iteratively reweighted least squares: HuberRegressor of scikit-learn is linear.${tukey ? " Tukey's loss has several minima; the weights of the rows that Kernelscope found say which is meant, and the iteration starts from them." : ''}${landmarkWords(fit)}`,
      code: [
        ...systemCode(fit, ['product', 'solve', 'expanded']),
        listOf('LAMBDA', solvedNumbers(fit, 'strength')),
        `CUT = ${pythonNumber(Number(parameterOf(fit, 'tuning')))}  # in robust standard deviations of the residuals`,
        ...(tukey ? [`STARTS = ${pythonList(starts)}`] : []),
        '',
        '',
        'def weigh(r):',
        `    return ${WEIGHTS[loss]}`,
        '',
        '',
        'def scale(r):',
        deviation ? '    return np.std(r)' : '    return 1.4826 * np.median(np.abs(r - np.median(r)))',
        '',
        '',
        ...perTarget([
          `rows, start = ${isWeighted(fit) ? 'W' : 'np.ones(len(X))'}, ${tukey ? 'STARTS[o]' : 'np.ones(len(X))'}`,
          `alpha, b = m_estimate(product, solve, Y[:, o], weigh, CUT, scale, len(X) * LAMBDA[o], rows, ${hasIntercept(fit) ? 'True' : 'False'}, start)`,
        ]),
      ],
    };
  };

/**
 * The words and the solver of a method whose coefficients follow a flow, or its steps, until their changes add up to t.
 */
interface Stopped {
  /** The function of solving.py. */
  readonly solver: 'sign_flow' | 'sign_descent' | 'coordinate_flow' | 'coordinate_descent';
  readonly words: string;
  readonly why: string;
}

/** The flow from event to event where no step was needed, otherwise steps as published. */
const stopped =
  (flow: Stopped, steps: Stopped): Cook =>
  (fit) => {
    const exact = fit.record.solved.every(({ stepSize }) => stepSize === undefined);
    const { solver, words, why } = exact ? flow : steps;
    const called = exact ? `${solver}(K, Y[:, o] - b, T[o])` : `${solver}(product, Y[:, o] - b, STEP[o], T[o])`;
    return {
      allowed: exact ? '1e-5' : '1e-2',
      why,
      words: `${words} scikit-learn has no such fit.${landmarkWords(fit)}`,
      code: [
        ...systemCode(fit, exact ? ['expanded'] : ['product', 'expanded']),
        listOf('T', solvedNumbers(fit, 'strength')),
        ...(exact ? [] : [listOf('STEP', solvedNumbers(fit, 'stepSize'))]),
        ...perTarget([medianCode(fit), `alpha = ${called}`]),
      ],
    };
  };

export const signGradient = stopped(
  {
    solver: 'sign_flow',
    words:
      'Sign gradient flow, d alpha/dt = sign(y − K·alpha), stopped at t (SIGN section 5, the limit of KSGD for small steps), from one residual that becomes 0 to the next.',
    why: 'Both follow the flow exactly; rounding decides which of two residuals is the next to become 0.',
  },
  {
    solver: 'sign_descent',
    words:
      'Sign gradient descent, alpha += step·sign(y − K·alpha), stopped when the steps add up to t (SIGN section 5, KSGD).',
    why: 'A residual that is 0 but for rounding may take its sign from either side, which changes a coefficient by a step.',
  },
);

export const coordinateDescent = stopped(
  {
    solver: 'coordinate_flow',
    words:
      'Coordinate flow: the rows with the largest residual move together, so that it falls as fast as it can, until the changes add up to t (SIGN section 5, the limit of KCD for small steps).',
    why: 'Both follow the flow exactly; rounding decides which of two residuals is the next to be the largest.',
  },
  {
    solver: 'coordinate_descent',
    words:
      'Coordinate descent: the coefficient of the row with the largest residual moves by a step, until the steps add up to t (SIGN section 5, KCD).',
    why: 'Where two residuals are equally large but for rounding, either may be the next to move, by a step.',
  },
);
