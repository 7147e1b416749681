// The methods as the submenu names them, in its order.

/** Filters of the squared loss, and what the sliders of each move. */
export const METHODS = [
  ['Fit Kernel Ridge Regression…', ['lambda']],
  ['Fit Truncated Kernel Ridge Regression…', ['lambda', 'r']],
  ['Fit Conditional Kernel Ridge Regression, Hard Thresholding…', ['lambda', 'k']],
  ['Fit Conditional Kernel Ridge Regression, Chosen Features…', ['lambda']],
  ['Fit Conditional Kernel Ridge Regression, Soft Thresholding…', ['lambda']],
  ['Fit Three-Zone Ridge Regression…', ['lambda', 'k', 'r']],
  ['Fit Kernel Gradient Flow…', ['t']],
  ['Fit Kernel Gradient Descent…', ['steps']],
  ['Fit Kernel Principal Component Regression…', ['r']],
];
/** Ridge regression on random features and on landmarks. */
export const SCALE_METHODS = [
  ['Fit Ridge Regression on Random Features…', ['lambda', 'k', 'r']],
  ['Fit Nyström Ridge Regression…', ['lambda', 'k', 'r']],
];

/** Robust, sparse and quantile methods, and what the one slider of each moves. */
export const ROBUST_METHODS = [
  ['Fit Kernel Sign Gradient Descent…', 't'],
  ['Fit Kernel Coordinate Descent…', 't'],
  ['Fit Kernel Regression with Bounded Coefficients…', 'c'],
  ['Fit Kernel Regression with an l1 Penalty…', 'epsilon'],
  ['Fit Huber Kernel Regression…', 'lambda'],
  ['Fit Tukey Bisquare Kernel Regression…', 'lambda'],
  ['Fit Support Vector Regression…', 'lambda'],
  ['Fit Kernel Quantile Regression…', 'lambda'],
];

/** Principal components. */
export const COMPONENTS_METHODS = [
  'Fit Kernel Principal Components…',
  'Fit Nyström Kernel Principal Components…',
  'Fit Kernel Principal Components on Random Features…',
];
