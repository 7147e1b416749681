import type { ClaimId } from './claim';
import type { Axis } from './filter';

/**
 * A figure as plain data. The same spec is drawn on the canvas, exported to SVG and CSV, read aloud, and compared in tests.
 * Values are in natural units; log axes take log10 when drawing, and what is not positive is a gap.
 */
export interface FigureSpec {
  /** "spectrum", "risk-lambda", …: stable. */
  readonly id: string;
  readonly title: string;
  /** At most two lines: the finding first, one part strong. */
  readonly sentence: Sentence;
  readonly x: AxisSpec;
  readonly y: AxisSpec;
  readonly series: readonly SeriesSpec[];
  readonly marks?: readonly MarkSpec[];
  readonly rules?: readonly RuleSpec[];
  /** Hatched stretches of the x axis. */
  readonly zones?: readonly { readonly from: number; readonly to: number }[];
  /** A map below everything else; its grid spans both axes. */
  readonly surface?: SurfaceSpec;
  /** A click in the plot chooses the values of these axes of the filter there. */
  readonly pick?: { readonly x: Axis; readonly y?: Axis };
  /** A click near one of these places chooses it, by its index. */
  readonly options?: readonly { readonly x: number; readonly y: number }[];
  /** Rows can be selected by a rectangle drawn over the plot: where it stands, in values of the axes. */
  readonly select?: Rectangle | 'none';
  /** What the colours of points with `values` mean: a bar beside the plot. */
  readonly colours?: ColourScale;
  /** Named points are listed with their marks beside the plot, each colour and shape once. */
  readonly legend?: boolean;
  /** Shown small below the figure. */
  readonly note?: string;
  /** Sentences after the note that several figures of a section may share: shown once in each section. */
  readonly footnotes?: readonly string[];
  /** What a person can do in the figure, in its note where that can be done. */
  readonly act?: string;
  /** What its table and CSV show, where rows say it better than the series. */
  readonly data?: FigureData;
  /** What is drawn, in words for a screen reader, where they say it better than the names of the series. */
  readonly reads?: string;
}

export interface FigureData {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

export interface Rectangle {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** A sequential scale: the more a colour stands out from the background, the larger its value. Values beyond the ends take theirs. */
export interface ColourScale {
  readonly name: string;
  readonly domain: readonly [number, number];
  readonly format: AxisSpec['format'];
}

/** Values over a grid: cells in steps of one colour, lines at the steps. NaN is a hole. */
export interface SurfaceSpec {
  /** Name of the value, for tooltips, tables and the legend. */
  readonly name: string;
  /** Ascending places of the grid on the axes. */
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Row-major: value at (x_i, y_j) is values[j·x.length + i]. */
  readonly values: ArrayLike<number>;
  /** Ascending boundaries between the steps of colour. */
  readonly levels: readonly number[];
  readonly format: 'plain' | 'percent' | 'count';
  /** Text in each cell, for small tables such as a confusion matrix; as long as `values`. Cells are then drawn without lines. */
  readonly cells?: readonly string[];
}

export type Sentence = readonly { readonly text: string; readonly strong?: boolean; readonly claim?: ClaimId }[];

export interface AxisSpec {
  /** Flat above the y axis at left; below the x axis at right. */
  readonly title: string;
  readonly scale: 'linear' | 'log';
  readonly domain: readonly [number, number];
  /** Left out: chosen by the drawing (whole decades on log axes, round numbers on linear ones). */
  readonly ticks?: readonly number[];
  /** power: 10ⁿ; count: 1, 10, 1,000; plain: 0.03, 0.1, 120; percent: 25 %; date: 2024-03; year: 2024; level: `labels[value]`. */
  readonly format: 'power' | 'count' | 'plain' | 'percent' | 'date' | 'year' | 'level';
  readonly labels?: readonly string[];
  /** x only: a name in the left gutter (λ), and a second tick row on values multiplied by `factor` (n·λ). */
  readonly gutter?: string;
  readonly second?: { readonly gutter: string; readonly factor: number };
  /** y only, of squared errors: the same ticks read as R² at the right edge, 1 − y/variance. `root`: y is their root. */
  readonly r2?: { readonly variance: number; readonly root?: boolean };
}

/** What a line means; colour, dash and width follow from it (and only from it). */
export type Role =
  | 'main'
  | 'bias'
  | 'variance'
  | 'loo'
  | 'cv'
  | 'gcv'
  | 'reference'
  | 'fitted'
  | 'chosen'
  | 'outlier'
  | 'noise'
  /** Curves of one kind that differ in a parameter: told apart by colour, dash and their direct labels. */
  | 'first'
  | 'second'
  | 'third'
  | 'fourth'
  | 'fifth'
  | 'sixth';

export type PointShape = 'disc' | 'triangle' | 'square' | 'diamond' | 'triangleDown';

export interface SeriesSpec {
  readonly kind: 'line' | 'points' | 'band' | 'rug';
  readonly role: Role;
  /** Name for tooltips, tables and CSV headers; '' keeps the series out of tables. */
  readonly name: string;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** band only: the upper edge (y is the lower). */
  readonly upper?: ArrayLike<number>;
  /** points only: 1-based data rows and file lines, to open on a click. */
  readonly rows?: ArrayLike<number>;
  readonly lines?: ArrayLike<number>;
  /** points only: each coloured by its value on the figure's `colours`; NaN is muted. */
  readonly values?: ArrayLike<number>;
  /** points only: 1 for each that stands out, as selected ones do; the others are dimmed. */
  readonly lit?: ArrayLike<number>;
  /** points only; left out a disc. */
  readonly shape?: PointShape;
  /** points only: rings in place of discs; left out as the role has it. */
  readonly hollow?: boolean;
  /** Direct label: at the right end of the line, or near a point of the axis with an offset in pixels. */
  readonly label?: {
    readonly text: string;
    readonly at: 'end' | number;
    readonly dx?: number;
    readonly dy?: number;
    readonly align?: 'left' | 'center' | 'right';
  };
  /** Drawn thinner and fainter because it does not follow the sliders. */
  readonly faint?: boolean;
  /** Unit or format of y for tooltips, when it is not the axis's. */
  readonly unit?: string;
}

/**
 * A single point of note. circle: a least value; diamond: one standard error; square: held out; dot: chosen; ring: plain note;
 * none: its text alone, beside a point that is drawn already.
 */
export interface MarkSpec {
  readonly shape: 'circle' | 'diamond' | 'square' | 'dot' | 'ring' | 'cross' | 'triangle-up' | 'triangle-down' | 'none';
  readonly role: Role;
  readonly x: number;
  readonly y: number;
  readonly text?: string;
  readonly dx?: number;
  readonly dy?: number;
  readonly align?: 'left' | 'center' | 'right';
  /** File line to open on a click. */
  readonly line?: number;
}

/** A straight line across the plot: the chosen lambda, a noise floor, observed = predicted (`slope`). */
export interface RuleSpec {
  readonly axis: 'x' | 'y' | 'diagonal';
  readonly at: number;
  readonly role: Role;
  readonly text?: string;
  /** Ends, in data units of the other axis; left out: the whole plot. */
  readonly from?: number;
  readonly to?: number;
  /** y rules: which end the text stands at, and on which side of the line. */
  readonly side?: 'left' | 'right';
  readonly below?: boolean;
}
