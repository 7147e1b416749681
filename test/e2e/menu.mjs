// The methods as the menu names them, in its order, and how a person comes to each.
import { chooseInMenu, chooseInSubmenu, openSubmenu, pickByName, quickPickRows } from './workbench.mjs';

/** The first item of the menu. */
export const FIT = 'Fit…';

/**
 * Filters of the squared loss, each with the axes that its sliders move.
 * @type {readonly (readonly [string, readonly string[]])[]}
 */
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
/** The same as All Methods names them. */
const METHOD_NAMES = {
  'Fit Kernel Ridge Regression…': 'Kernel ridge regression',
  'Fit Truncated Kernel Ridge Regression…': 'Truncated kernel ridge regression',
  'Fit Conditional Kernel Ridge Regression, Hard Thresholding…':
    'Conditional kernel ridge regression, hard thresholding',
  'Fit Conditional Kernel Ridge Regression, Chosen Features…': 'Conditional kernel ridge regression, chosen features',
  'Fit Conditional Kernel Ridge Regression, Soft Thresholding…':
    'Conditional kernel ridge regression, soft thresholding',
  'Fit Three-Zone Ridge Regression…': 'Three-zone ridge regression',
  'Fit Kernel Gradient Flow…': 'Kernel gradient flow',
  'Fit Kernel Gradient Descent…': 'Kernel gradient descent',
  'Fit Kernel Principal Component Regression…': 'Kernel principal component regression',
  'Fit Kernel Sign Gradient Descent…': 'Kernel sign gradient descent',
  'Fit Kernel Coordinate Descent…': 'Kernel coordinate descent',
  'Fit Kernel Regression with Bounded Coefficients…': 'Kernel regression with bounded coefficients',
  'Fit Kernel Regression with an l1 Penalty…': 'Kernel regression with an l1 penalty',
  'Fit Huber Kernel Regression…': 'Huber kernel regression',
  'Fit Tukey Bisquare Kernel Regression…': 'Tukey bisquare kernel regression',
  'Fit Support Vector Regression…': 'Support vector regression',
  'Fit Kernel Quantile Regression…': 'Kernel quantile regression',
};
/** Ridge regression on random features and on landmarks. @type {readonly (readonly [string, readonly string[]])[]} */
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

/** The submenus, and what each offers. */
export const SUBMENUS = [
  ['Robust', ['Some Outliers…', 'Many Outliers…', 'Ranges…', 'All Methods…']],
  ['Large Files', SCALE_METHODS.map(([title]) => title)],
  ['Components', COMPONENTS_METHODS],
];

/** Right-clicks a file and takes a fit: the menu's own, one of a submenu, or one of all methods. */
export async function fitByMenu(page, file, title) {
  await openSubmenu(page, file, 'Kernelscope');
  if (title === FIT) return chooseInMenu(page, FIT);
  const [submenu] = SUBMENUS.find(([, titles]) => titles.includes(title)) ?? [];
  if (submenu !== undefined) return chooseInSubmenu(page, submenu, title);
  await chooseInMenu(page, 'All Methods…');
  await quickPickRows(page, 'Which method?');
  return pickByName(page, METHOD_NAMES[title], METHOD_NAMES[title]);
}
