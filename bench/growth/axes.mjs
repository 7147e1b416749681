// The quantities that grow in `npm run bench -- growth`, and how fast theory says that time and memory grow with them,
// at most.

/**
 * @typedef {'spectral' | 'robust' | 'features' | 'components'} Family
 * @typedef {{ rows: number, columns: number, parameters: Record<string, unknown> }} Size
 * @typedef {{ at: readonly number[], size: (value: number) => Size, time: number, memory: number }} Growth
 */

/** Without the comparison of kernels, which is measured for one method (`RACED`): it is the same for all. */
const PLAIN = { kernel: 'gaussian' };
/** Comparisons beside the fit stop where they would take long: a step that no power follows. */
const ALONE = { ...PLAIN, compare: false };

/** @type {(columns: number, parameters: Record<string, unknown>) => (rows: number) => Size} */
const rows = (columns, parameters) => (value) => ({ rows: value, columns, parameters });
/** @type {(rows: number, parameters: Record<string, unknown>) => (columns: number) => Size} */
const columns = (count, parameters) => (value) => ({ rows: count, columns: value, parameters });
/** @type {(name: string, count: number, parameters: Record<string, unknown>) => (value: number) => Size} */
const setting = (name, count, parameters) => (value) => ({
  rows: count,
  columns: 6,
  parameters: { ...parameters, [name]: value },
});

/**
 * The axes of each family's methods. Exponents of theory are those of the leading term: decompositions and Cholesky
 * factors n³, matrices n²; sums over rows of features n·M², their decomposition M³; leading pairs by Lanczos n²;
 * folds, columns and cells once each.
 * @type {Record<Family, Record<string, Growth>>}
 */
export const GROWTH = {
  spectral: {
    rows: { at: [600, 1200, 2400], size: rows(6, PLAIN), time: 3, memory: 2 },
    columns: { at: [8, 32, 128], size: columns(600, PLAIN), time: 1, memory: 1 },
    folds: { at: [5, 10, 20], size: setting('folds', 600, { ...PLAIN, selection: 'cv' }), time: 1, memory: 0 },
  },
  robust: {
    rows: { at: [250, 500, 1000], size: rows(6, PLAIN), time: 3, memory: 2 },
    columns: { at: [8, 32, 128], size: columns(250, PLAIN), time: 1, memory: 1 },
    folds: { at: [5, 10, 20], size: setting('folds', 250, PLAIN), time: 1, memory: 0 },
  },
  features: {
    rows: { at: [10_000, 20_000, 40_000], size: rows(6, ALONE), time: 1, memory: 1 },
    columns: { at: [8, 32, 128], size: columns(5_000, ALONE), time: 1, memory: 1 },
    count: { at: [250, 500, 1000], size: setting('count', 10_000, ALONE), time: 3, memory: 2 },
  },
  components: {
    rows: { at: [1000, 2000, 4000], size: rows(6, { ...PLAIN, tradeOff: false }), time: 2, memory: 2 },
    columns: { at: [8, 32, 128], size: columns(2000, { ...PLAIN, tradeOff: false }), time: 1, memory: 1 },
    count: { at: [250, 500, 1000], size: setting('count', 10_000, { ...PLAIN, tradeOff: false }), time: 3, memory: 2 },
  },
};

/** The default answer by kernel ridge regression, the comparison of kernels included; and tables of many more columns than rows, with it and without. */
export const RACED = {
  'race rows': { at: [400, 800, 1600], size: rows(6, {}), time: 3, memory: 2 },
  'race columns': { at: [8, 32, 128], size: columns(400, {}), time: 1, memory: 1 },
  'race wide': { at: [1000, 3000, 10_000], size: columns(50, {}), time: 1, memory: 1 },
  wide: { at: [1000, 3000, 10_000], size: columns(50, PLAIN), time: 1, memory: 1 },
};
