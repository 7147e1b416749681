import { DOCS, type WrittenTerm } from '../term';

/** Features in place of the kernel, and principal components. */
export const LARGE_TERMS = {
  'Random feature': [
    'A random wave or unit computed from a row; many of them together stand in for the kernel on large files.',
    /^(([\d,]+ )?random features( M)?|feature map|features drawn|random features or landmarks|how many features)$/i,
    'features.md#random-features',
  ],
  Landmark: [
    'One of a few training rows that all others are compared with, in place of every pair of rows.',
    /^(([\d,]+ )?landmarks( m)?|landmarks drawn by|chosen landmarks|how many landmarks)$/i,
    DOCS.features,
  ],
  'Approximation of the kernel': [
    'How much is lost by features in the kernel’s place, measured on the same rows beside other ways.',
    /^(kernel error|kernel left out|kernel approximated by|compare approximations|solver|(recommended )?(features|landmarks)( by theory)?|recommended (features|landmarks))$/i,
    DOCS.features,
  ],
  'Leverage score': [
    'How much one feature or row adds to what the kernel can tell at this λ; their mean is the effective dimension.',
    /^(leverage scores?( of .*)?|maximal dimension F\(λ\)|exponent γ of N|compatibility α of F)$/i,
    'features.md#leverage-sampling',
  ],
  'Principal component': [
    'A direction along which the rows differ most in the space of the kernel; the first ones are the map.',
    /^(components?|component \d+.*|component i.*|components l|scores|first i together|rank)$/i,
  ],
  'Explained variance': [
    'The share of the rows’ variance, in the space of the kernel, that components hold.',
    /^(explained variance|variance on .*|components for 90\s%|share of the variance|not explained by \d+ components?)$/i,
  ],
  Loading: [
    'How a column of the file goes with a component: their correlation over the rows.',
    /^(loadings|correlation)$/i,
  ],
  'Reconstruction error, R(l) and T(l)': [
    'What the first l components leave out: R(l) in the space of the kernel, T(l) as functions of the rows.',
    /^(reconstruction.*|rows by error|[RT]\(\d+|[RT]\(.*|([\d,]+ )?all pairs( of rows)?)$/i,
  ],
  'Rows that stand out': [
    'Rows whose reconstruction error is more than 3.5 robust scales above the middle one: unlike all others.',
    /^(outliers|rows that stand out)$/i,
  ],
  'Linear algebra': [
    'What computed the fit: the bundled core, or this machine’s own library.',
    /^linear algebra$/i,
    'linear-algebra.md#linear-algebra',
  ],
  'Which columns matter': [
    'How much the error on held-out rows rises when a column’s values are shuffled: what the fit loses without it.',
    /^(columns|importance)$/i,
    'methods.md#which-columns-matter',
  ],
  'How the file was read': [
    'Which columns were used, dropped, imputed or encoded, and why; all of it can be changed.',
    /^(data|kind|used as|missing)$/i,
    DOCS.columns,
  ],
  Overview: [
    'How well new rows are predicted, compared with what, how sure that is, and what to do next.',
    /^overview$/i,
    DOCS.everyRun,
  ],
  Rows: [
    'Each row of the file beside its prediction. Held-out rows judge the fit, training rows made it.',
    /^rows$/i,
    DOCS.everyRun,
  ],
} as const satisfies Readonly<Record<string, WrittenTerm>>;
