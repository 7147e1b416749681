import type { SummedId } from '../contract/cluster';
import type { Design, DesignOptions, FileColumn, Sample } from '../contract/data';
import type { FeatureMap } from '../contract/kernel';
import type { Parameters } from '../contract/method';
import type { ComponentsOutcome, FitOutcome } from '../contract/run';
import type { buildDesign } from '../data/design';
import type { MeanAndTrace } from '../fit/components/featureComponents';
import type { FeatureMoments } from '../fit/components/featureCovariance';
import type { BegunComponents } from '../fit/components/fitComponents';
import type { LeadingPairs } from '../fit/components/leadingPairs';
import type { ScoreSums } from '../fit/components/scoreRows';
import type { FeatureSpectrum } from '../fit/features/featureSpectrum';
import type { WholeRows } from '../fit/features/rowSource';
import type { AnyMethod, FitContext } from '../fit/method';
import type { Settings } from '../fit/settings';
import type { Computing } from '../linalg/linalg';
import type { RowCoding } from './codeRows';
import type { RowErrors } from './rowErrors';
import type { CodedRows, RowBasis, RowSums } from './rowSums';
import type { RowTotals } from './wholeRows';

/** Moments of the features, and sums of the encoded columns (d). */
export interface ColumnMoments extends FeatureMoments {
  readonly columns: Float64Array;
}

/** Training rows in all, and the mean of their weights. */
interface RowFacts {
  readonly rows: number;
  readonly meanWeight: number;
}

/**
 * The types of each kind of family: the findings on a sample, the numbers that rows are multiplied with, and the
 * results of their sums.
 */
export interface Kinds {
  readonly ridge: {
    readonly begun: Pick<WholeRows, 'scale' | 'drawn' | 'iterates'>;
    /** `centres` are near the means of the outputs. */
    readonly basis: RowBasis & { readonly settings: Settings; readonly centres: readonly number[] };
    readonly sums: RowSums;
    readonly totals: RowTotals & RowFacts;
    readonly solved: FeatureSpectrum;
    readonly errors: RowErrors;
  };
  readonly components: {
    readonly begun: Required<BegunComponents>;
    /** `pilot` is near the mean of the features. */
    readonly basis: { readonly map: FeatureMap; readonly pilot: Float64Array };
    readonly sums: ColumnMoments;
    readonly totals: Omit<MeanAndTrace, 'centre'> &
      RowFacts & { readonly columnMeans: Float64Array; readonly moments: ColumnMoments };
    readonly solved: LeadingPairs;
    readonly errors: ScoreSums;
  };
}
export type Kind = keyof Kinds;

/** The part of a plan that is found by trying: the kernel's scale and the features. */
export type Begun<K extends Kind = Kind> = Kinds[K]['begun'];

/** The settings that a family chooses on a sample of the training rows. */
interface Settled<K extends Kind = Kind> {
  readonly begun: Begun<K>;
  readonly basis: Kinds[K]['basis'];
  /** Factors of the row weights, by class. */
  readonly classWeights?: readonly number[];
}

/** The plan that is settled on a sample of the rows before all of them are visited. */
export interface RowsPlan<K extends Kind = Kind> extends Settled<K> {
  readonly method: SummedId;
  /** Parameters, checked against the method's schema. */
  readonly parameters: Parameters;
  /** All of a design except its rows. */
  readonly design: Omit<Design, 'train' | 'holdout' | 'division' | 'groups' | 'source' | 'raw'>;
  /** The rows of a held-out file. */
  readonly heldOutFile?: Sample;
  /** Columns over the held-out file's rows that they can be coloured by, if there is no target. */
  readonly heldOutColumns?: readonly FileColumn[];
  readonly coding: RowCoding;
  readonly options: Pick<DesignOptions, 'holdout' | 'splitBy'>;
}

/** The solution from the sums over all rows: totals that follow at once, and results that take a decomposition. */
export interface Solution<K extends Kind = Kind> {
  readonly totals: Kinds[K]['totals'];
  readonly solved: Kinds[K]['solved'];
}

/** The errors from the second visit to all rows, and the seconds that the first took. */
export interface Visited<K extends Kind = Kind> {
  readonly errors: Kinds[K]['errors'];
  readonly seconds: number;
}

/**
 * A way to fit from two visits to the rows: the sums of each visit, the solution in between, and the conclusion of the
 * fit. The values of one method are passed only to methods of the same family.
 */
export interface Family<K extends Kind = Kind> {
  readonly kind: K;
  readonly method: AnyMethod;
  readonly build: typeof buildDesign;
  /** Parameters that switch off the comparison of fits of all rows with others. */
  readonly alone: Parameters;
  readonly leastRows: number;
  /** Words for a run's notes: which results came from all rows, and which from the sample. */
  readonly told: { readonly all: string; readonly sample: string };
  /** M for n training rows. */
  count(parameters: Parameters, n: number): number;
  /**
   * Settles the plan on training rows alone; `rows` is the number of all rows, as far as known, and `before` the
   * earlier findings.
   */
  settle(
    sample: Design,
    asked: { readonly parameters: Parameters; readonly rows: number },
    context: FitContext,
    before?: Begun<K>,
  ): Settled<K>;
  sums(basis: Kinds[K]['basis'], rows: CodedRows, context: Computing): Kinds[K]['sums'];
  /** The sums over the rows of both, in the arrays of the first: they are too large to be held twice. */
  addSums(a: Kinds[K]['sums'], b: Kinds[K]['sums']): Kinds[K]['sums'];
  totals(plan: RowsPlan<K>, sums: Kinds[K]['sums'], context: Computing): Kinds[K]['totals'];
  solve(plan: RowsPlan<K>, totals: Kinds[K]['totals'], context: Computing): Kinds[K]['solved'];
  /** The errors of rows in the second visit. */
  again(plan: RowsPlan<K>, solution: Solution<K>, context: Computing): (rows: CodedRows) => Kinds[K]['errors'];
  addErrors(a: Kinds[K]['errors'], b: Kinds[K]['errors']): Kinds[K]['errors'];
  /** The fit of all rows; `design` holds the sample. */
  conclude(
    plan: RowsPlan<K>,
    design: Design,
    solution: Solution<K>,
    visited: Visited<K>,
    context: FitContext,
  ): FitOutcome | ComponentsOutcome;
}
