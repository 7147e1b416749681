import { DOCS, type WrittenTerm } from '../term';

/** The spectrum, and the quantities that are read off it. */
export const SPECTRUM_TERMS = {
  lambda: {
    name: 'λ (lambda)',
    sentence:
      'How strongly the fit is smoothed, per row: larger is smoother and steadier, smaller follows the data more closely.',
    anchor: DOCS.filters,
    labels: /^(λ|λ per sample|lambda)$/,
  },
  nLambda: {
    name: 'n·λ',
    sentence: 'The same λ times the number of training rows: the number that most other programs call alpha or λ.',
    anchor: DOCS.filters,
    labels: /^n·λ$/,
  },
  comparableLambda: {
    name: 'Comparable λ',
    sentence: 'The λ of ordinary ridge that shrinks about as strongly as this filter.',
    anchor: DOCS.filters,
    labels: /^(comparable (λ|n·λ) of ridge)$/i,
  },
  degreesOfFreedom: {
    name: 'Degrees of freedom',
    sentence: 'How many free parameters the fit behaves like: the sum of what its filter leaves of each direction.',
    labels: /^degrees of freedom$/i,
  },
  filter: {
    name: 'Filter',
    sentence: 'What the method leaves of each direction of the spectrum: 1 is not shrunk, 0 is dropped.',
    anchor: DOCS.filters,
    labels: /^(filter|filter g.*)$/i,
  },
  direction: {
    name: 'Direction',
    sentence:
      'One of the patterns over the rows that the kernel sorts from smooth to rough; the fit is a weighted sum of them.',
    anchor: DOCS.filters,
    labels: /^direction i$/i,
  },
  eigenvalue: {
    name: 'Eigenvalue',
    sentence:
      'How large a direction is to the kernel: directions with eigenvalues above λ are mostly kept, those below mostly shrunk away.',
    anchor: DOCS.filters,
    labels: /^(eigenvalues?|eigenvalue of .*|spectrum|spectrum of the residual kernel)$/i,
  },
  trace: {
    name: 'Trace',
    sentence: 'The sum of all eigenvalues: the total variance that the kernel sees in the rows.',
    anchor: DOCS.components,
    labels: /^trace.*$/i,
  },
  usedDirections: {
    name: 'r, directions used',
    sentence: 'The fit uses the first r directions and none beyond: fewer make it simpler and cheaper.',
    anchor: DOCS.filters,
    labels: /^(r|r, directions used|directions used( r)?)$/i,
  },
  freeDirections: {
    name: 'k, directions unpenalised',
    sentence: 'The first k directions are fitted without shrinking; the rest as in ridge.',
    anchor: DOCS.filters,
    labels:
      /^(k|k, directions unpenalised|unpenalised directions k|leaving directions unpenalised|bias removed|variance added|estimated to help)$/i,
  },
  flowTime: {
    name: 't, flow or descent time',
    sentence: 'How long the fit is improved step by step before it is stopped: longer follows the data more closely.',
    anchor: DOCS.filters,
    labels: /^(t|t, flow time|flow time t|descent time t|steps|steps of descent|descent steps|step size)$/i,
  },
  alignment: {
    name: 'Alignment',
    sentence:
      'How much of the target lies in each direction: early directions are cheap to learn, late ones look like noise.',
    labels: /^(alignment|alignment scores?.*|score|local mean)$/i,
  },
  noise: {
    name: 'Noise',
    sentence:
      'What this kernel cannot explain: at least the noise in the target. From directions without signal, or between what residuals and rows left out say.',
    labels: /^(not explained by this kernel|noise floor.*|law without the floor)$/i,
  },
  cumulativeShare: {
    name: 'Cumulative share',
    sentence: 'How much of the target’s variance the first directions hold together.',
    labels: /^cumulative share.*$/i,
  },
  effectiveDimension: {
    name: 'Effective dimension N(λ)',
    sentence: 'The degrees of freedom of ridge at each λ: about how many eigenvalues are above it.',
    labels: /^(effective dimension.*|N\(λ\))$/i,
  },
  learnability: {
    name: 'Learnability',
    sentence:
      'How much of each direction is predicted on new rows, where the filter says how much is fitted on training rows.',
    labels: /^(learnability.*|share learnt)$/i,
  },
  risk: {
    name: 'Excess risk',
    sentence: 'The error beyond the noise that no fit can avoid: bias² plus variance.',
    labels: /^((estimated )?(excess )?risk.*|total|bias and variance.*)$/i,
  },
  bias: {
    name: 'Bias²',
    sentence: 'The part of the error from smoothing too much: what the fit cannot follow. It grows with λ.',
    labels: /^bias²?$/i,
  },
  variance: {
    name: 'Variance',
    sentence: 'The part of the error from following the noise in these rows: it falls as λ grows.',
    labels: /^variance$/i,
  },
  decay: {
    name: 'Rates',
    sentence:
      'How fast eigenvalues and alignment fall with the direction, with their intervals: together they decide how much truncation or more rows help.',
    labels: /^(rate|exponent|regime|lower end|upper end)$/i,
  },
  softThresholding: {
    name: 'Soft thresholding',
    sentence:
      'Unpenalised random features take the large directions out of the kernel; what remains of each eigenvalue is shown.',
    anchor: DOCS.filters,
    labels:
      /^(soft thresholding|remains, .*|share of eigenvalue i that remains.*|(number of )?unpenalised (random )?features( k)?|penalised random features M)$/i,
  },
  unpenalised: {
    name: 'Unpenalised',
    sentence: 'Features that are fitted without shrinking, as in a plain linear regression; mostly the intercept.',
    anchor: DOCS.filters,
    labels:
      /^(unpenalised|unpenalised feature|within the unpenalised features|intercept|coefficient|form|hidden units)$/i,
  },
  lengthScale: {
    name: 'Length scale',
    sentence:
      'How far apart two rows may be and still count as alike, in standard deviations of a column: short follows detail, long ignores it.',
    anchor: DOCS.search,
    labels: /^length scale.*$/i,
  },
  columnMeaning: {
    name: 'Partial dependence',
    sentence: 'The average prediction when one column changes and all else stays as it is.',
    anchor: 'methods.md#which-columns-matter',
    labels: /^(partial dependence|fit)$/i,
  },
} as const satisfies Readonly<Record<string, WrittenTerm>>;
