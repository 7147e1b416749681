import type { WrittenTerm } from '../term';

/** Fits with another loss or penalty. */
export const ROBUST_TERMS = {
  'Ridge baseline': [
    'Ordinary ridge regression with the same kernel, to compare with: it counts squared errors, so that outliers pull at it.',
    /^(ordinary ridge.*|ridge, same kernel|λ of ordinary ridge|bias and variance of the ridge baseline)$/i,
  ],
  'Robust scale': [
    'The typical size of the errors, measured so that a few large ones do not move it.',
    /^(robust scale.*|error in robust scales|scale of the residuals|tuning constant|errors of the rows|last change)$/i,
  ],
  'Suspect row': [
    'A training row missed by more than 3.5 robust scales: a wrong reading, or a case unlike the others.',
    /^(suspect rows( of .*)?|beyond 3\.5 robust scales)$/i,
  ],
  'Influence, α': [
    'The coefficient of a row: how strongly it moves the fit. Ordinary ridge gives outliers the most.',
    /^(influence of rows|.*\|?α\|?.*|strongest rows|rows, the strongest first|coefficients along the path|rows that affect the fit)$/i,
  ],
  'Largest residual ε, tube ε': [
    'Residuals up to ε do not count: larger values give a simpler fit that fewer rows decide.',
    /^(largest residual ε|tube half-width epsilon)$/i,
  ],
  'Quantile τ': [
    'The value that a share τ of new rows should lie below; 0.5 is the median.',
    /^(τ.*|quantiles( tau)?)$/i,
  ],
  'Early stopping beside a penalty': [
    'A descent that is stopped early and a penalised fit of the same strength resemble each other; how far they are apart is measured on these rows.',
    /^early stopping beside .*$/i,
  ],
  'Duality gap': [
    'How far the solver is from the exact solution at most; far below the errors, it does not matter.',
    /^duality gap$/i,
  ],
  'Robust and sparse methods': [
    'KSGD, K-l∞, Huber and Tukey bound what one row can do; KCD, K-l₁ and SVR use few rows; quantile regression fits shares.',
    /^(KSGD|KCD|K.l∞|K.l₁|Huber|Tukey|SVR|quantile)$/i,
  ],
} as const satisfies Readonly<Record<string, WrittenTerm>>;
