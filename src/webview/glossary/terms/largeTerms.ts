import { DOCS, type WrittenTerm } from '../term';

/** Features in place of the kernel, and principal components. */
export const LARGE_TERMS = {
  randomFeature: {
    name: 'Random feature',
    sentence:
      'A random wave or unit computed from a row; many of them together stand in for the kernel on large files.',
    anchor: 'features.md#random-features',
    labels:
      /^(([\d,]+ )?random features( M)?|feature map|features drawn|random features or landmarks|how many features)$/i,
  },
  landmark: {
    name: 'Landmark',
    sentence: 'One of a few training rows that all others are compared with, in place of every pair of rows.',
    anchor: DOCS.features,
    labels: /^(([\d,]+ )?landmarks( m)?|landmarks drawn by|chosen landmarks|how many landmarks)$/i,
  },
  approximation: {
    name: 'Approximation of the kernel',
    sentence: 'How much is lost by features in the kernel’s place, measured on the same rows beside other ways.',
    anchor: DOCS.features,
    labels:
      /^(kernel error|kernel left out|kernel approximated by|compare approximations|solver|(recommended )?(features|landmarks)( by theory)?|recommended (features|landmarks))$/i,
  },
  leverageScore: {
    name: 'Leverage score',
    sentence:
      'How much one feature or row adds to what the kernel can tell at this λ; their mean is the effective dimension.',
    anchor: 'features.md#leverage-sampling',
    labels: /^(leverage scores?( of .*)?|maximal dimension F\(λ\)|exponent γ of N|compatibility α of F)$/i,
  },
  component: {
    name: 'Principal component',
    sentence: 'A direction along which the rows differ most in the space of the kernel; the first ones are the map.',
    labels: /^(components?|component \d+.*|component i.*|components l|scores|first i together|rank)$/i,
  },
  explained: {
    name: 'Explained variance',
    sentence: 'The share of the rows’ variance, in the space of the kernel, that components hold.',
    labels:
      /^(explained variance|variance on .*|components for 90\s%|share of the variance|not explained by \d+ components?)$/i,
  },
  loading: {
    name: 'Loading',
    sentence: 'How a column of the file goes with a component: their correlation over the rows.',
    labels: /^(loadings|correlation)$/i,
  },
  reconstruction: {
    name: 'Reconstruction error, R(l) and T(l)',
    sentence: 'What the first l components leave out: R(l) in the space of the kernel, T(l) as functions of the rows.',
    labels: /^(reconstruction.*|rows by error|[RT]\(\d+|[RT]\(.*|([\d,]+ )?all pairs( of rows)?)$/i,
  },
  outlier: {
    name: 'Rows that stand out',
    sentence: 'Rows whose reconstruction error is more than 3.5 robust scales above the middle one: unlike all others.',
    labels: /^(outliers|rows that stand out)$/i,
  },
  linearAlgebra: {
    name: 'Linear algebra',
    sentence: 'What computed the fit: the bundled core, or this machine’s own library.',
    anchor: 'linear-algebra.md#linear-algebra',
    labels: /^linear algebra$/i,
  },
  importance: {
    name: 'Which columns matter',
    sentence:
      'How much the error on held-out rows rises when a column’s values are shuffled: what the fit loses without it.',
    anchor: 'methods.md#which-columns-matter',
    labels: /^(columns|importance)$/i,
  },
  data: {
    name: 'How the file was read',
    sentence: 'Which columns were used, dropped, imputed or encoded, and why; all of it can be changed.',
    anchor: DOCS.columns,
    labels: /^(data|kind|used as|missing)$/i,
  },
  overview: {
    name: 'Overview',
    sentence: 'How well new rows are predicted, compared with what, how sure that is, and what to do next.',
    anchor: DOCS.everyRun,
    labels: /^overview$/i,
  },
  rowByRow: {
    name: 'Rows',
    sentence: 'Each row of the file beside its prediction. Held-out rows judge the fit, training rows made it.',
    anchor: DOCS.everyRun,
    labels: /^rows$/i,
  },
} as const satisfies Readonly<Record<string, WrittenTerm>>;
