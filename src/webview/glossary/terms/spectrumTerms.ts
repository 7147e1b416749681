import { DOCS, type WrittenTerm } from '../term';

/** The spectrum, and the quantities that are read off it. */
export const SPECTRUM_TERMS = {
  'λ (lambda)': [
    'How strongly the fit is smoothed, per row: larger is smoother and steadier, smaller follows the data more closely.',
    /^(λ|λ per sample|lambda)$/,
    DOCS.filters,
  ],
  n·λ: [
    'The same λ times the number of training rows: the number that most other programs call alpha or λ.',
    /^n·λ$/,
    DOCS.filters,
  ],
  'Comparable λ': [
    'The λ of ordinary ridge that shrinks about as strongly as this filter.',
    /^(comparable (λ|n·λ) of ridge)$/i,
    DOCS.filters,
  ],
  'Degrees of freedom': [
    'How many free parameters the fit behaves like: the sum of what its filter leaves of each direction.',
    /^degrees of freedom$/i,
  ],
  Filter: [
    'What the method leaves of each direction of the spectrum: 1 is not shrunk, 0 is dropped.',
    /^(filter|filter g.*)$/i,
    DOCS.filters,
  ],
  Direction: [
    'One of the patterns over the rows that the kernel sorts from smooth to rough; the fit is a weighted sum of them.',
    /^direction i$/i,
    DOCS.filters,
  ],
  Eigenvalue: [
    'How large a direction is to the kernel: directions with eigenvalues above λ are mostly kept, those below mostly shrunk away.',
    /^(eigenvalues?|eigenvalue of .*|spectrum|spectrum of the residual kernel)$/i,
    DOCS.filters,
  ],
  Trace: [
    'The sum of all eigenvalues: the total variance that the kernel sees in the rows.',
    /^trace.*$/i,
    DOCS.components,
  ],
  'r, directions used': [
    'The fit uses the first r directions and none beyond: fewer make it simpler and cheaper.',
    /^(r|r, directions used|directions used( r)?)$/i,
    DOCS.filters,
  ],
  'k, directions unpenalised': [
    'The first k directions are fitted without shrinking; the rest as in ridge.',
    /^(k|k, directions unpenalised|unpenalised directions k|leaving directions unpenalised|bias removed|variance added|estimated to help)$/i,
    DOCS.filters,
  ],
  't, flow or descent time': [
    'How long the fit is improved step by step before it is stopped: longer follows the data more closely.',
    /^(t|t, flow time|flow time t|descent time t|steps|steps of descent|descent steps|step size)$/i,
    DOCS.filters,
  ],
  Alignment: [
    'How much of the target lies in each direction: early directions are cheap to learn, late ones look like noise.',
    /^(alignment|alignment scores?.*|score|local mean)$/i,
  ],
  Noise: [
    'What this kernel cannot explain: at least the noise in the target. From directions without signal, or between what residuals and rows left out say.',
    /^(not explained by this kernel|noise floor.*|law without the floor)$/i,
  ],
  'Cumulative share': [
    'How much of the target’s variance the first directions hold together.',
    /^cumulative share.*$/i,
  ],
  'Effective dimension N(λ)': [
    'The degrees of freedom of ridge at each λ: about how many eigenvalues are above it.',
    /^(effective dimension.*|N\(λ\))$/i,
  ],
  Learnability: [
    'How much of each direction is predicted on new rows, where the filter says how much is fitted on training rows.',
    /^(learnability.*|share learnt)$/i,
  ],
  'Excess risk': [
    'The error beyond the noise that no fit can avoid: bias² plus variance.',
    /^((estimated )?(excess )?risk.*|total|bias and variance.*)$/i,
  ],
  'Bias²': ['The part of the error from smoothing too much: what the fit cannot follow. It grows with λ.', /^bias²?$/i],
  Variance: ['The part of the error from following the noise in these rows: it falls as λ grows.', /^variance$/i],
  Rates: [
    'How fast eigenvalues and alignment fall with the direction, with their intervals: together they decide how much truncation or more rows help.',
    /^(rate|exponent|regime|lower end|upper end)$/i,
  ],
  'Soft thresholding': [
    'Unpenalised random features take the large directions out of the kernel; what remains of each eigenvalue is shown.',
    /^(soft thresholding|remains, .*|share of eigenvalue i that remains.*|(number of )?unpenalised (random )?features( k)?|penalised random features M)$/i,
    DOCS.filters,
  ],
  Unpenalised: [
    'Features that are fitted without shrinking, as in a plain linear regression; mostly the intercept.',
    /^(unpenalised|unpenalised feature|within the unpenalised features|intercept|coefficient|form|hidden units)$/i,
    DOCS.filters,
  ],
  'Length scale': [
    'How far apart two rows may be and still count as alike, in standard deviations of a column: short follows detail, long ignores it.',
    /^length scale.*$/i,
    DOCS.search,
  ],
  'Partial dependence': [
    'The average prediction when one column changes and all else stays as it is.',
    /^(partial dependence|fit)$/i,
    'methods.md#which-columns-matter',
  ],
} as const satisfies Readonly<Record<string, WrittenTerm>>;
