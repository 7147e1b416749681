import type { COLOUR_COLUMN, COMPONENTS, RECONSTRUCTION_CURVE, SCORED } from './components.schema';
import type { COMPONENTS_MODEL } from './model.schema';
import type { Of } from './schema';

/** Kernel principal components (NYPCA): centred, covariances with the factor 1/(n(n − 1)) of the U-statistic, unless `uncentred`. */
export interface Components extends Of<typeof COMPONENTS> {}

export interface ScoredRows extends Of<typeof SCORED> {}

/** The number of rows whose scores a run stores for its figures; all others are computed again when they are saved. */
export const SCORED_ROWS = 20_000;

export type ColourColumn = Of<typeof COLOUR_COLUMN>;

/** Reconstruction errors on rows that the components have not seen, by number of components l. */
export interface ReconstructionCurve extends Of<typeof RECONSTRUCTION_CURVE> {}

/**
 * The projection of new rows: score_i(x) = sum_j coefficient_ji·φ_j(x) − offset_i, with φ_j(x) = k(x, x_j) over the
 * model's rows, or, if the model has no rows, the features of its only unpenalised block. Offsets, mean weights and
 * constant are 0 if nothing is centred. The error that is left is k(x, x) − 2·sum_j meanWeight_j·φ_j(x) + constant −
 * sum_i score_i(x)², with k(x, x) = φ(x)·φ(x)·ownScale for features.
 */
export interface ComponentsModel extends Of<typeof COMPONENTS_MODEL> {}
