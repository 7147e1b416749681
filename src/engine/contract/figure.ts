import { CLAIM_IDS } from './claim';
import { AXIS } from './filter';
import * as s from './schema';

/** Numbers in a list or a typed array. */
const values = s.list(s.real) as s.Schema<readonly unknown[]> as s.Schema<ArrayLike<number>>;

export type Sentence = s.Of<typeof SENTENCE>;
export const SENTENCE = s.named(
  'sentence',
  s.list(
    s.struct({
      text: s.text(),
      strong: s.optional(s.flag()),
      /** The claim that the sentence makes (docs/claims.md), attached to its first part. */
      claim: s.optional(s.oneOf(CLAIM_IDS)),
    }),
  ),
);

const FORMAT = s.oneOf(['power', 'count', 'plain', 'percent', 'date', 'year', 'level']);
const ALIGN = s.oneOf(['left', 'center', 'right']);

export interface FigureData extends s.Of<typeof FIGURE_DATA> {}
const FIGURE_DATA = s.struct({ columns: s.texts(), rows: s.list(s.list(s.either(s.text(), s.real))) });

export interface Rectangle extends s.Of<typeof RECTANGLE> {}
const RECTANGLE = s.struct({ x: s.pair(), y: s.pair() });

/** A sequential scale: the more a colour stands out from the background, the larger its value. Values beyond the ends have the end colours. */
export interface ColourScale extends s.Of<typeof COLOUR_SCALE> {}
const COLOUR_SCALE = s.struct({ name: s.text(), domain: s.pair(), format: FORMAT });

/** Values over a grid, drawn as cells in steps of one colour with lines at the steps. NaN is a hole. */
export interface SurfaceSpec extends s.Of<typeof SURFACE> {}
const SURFACE = s.struct({
  /** Name of the value, for tooltips, tables and the legend. */
  name: s.text(),
  /** Ascending coordinates of the grid on the axis. */
  x: values,
  y: values,
  /** Row-major: value at (x_i, y_j) is values[j·x.length + i]. */
  values,
  /** Ascending boundaries between the steps of colour. */
  levels: s.list(s.real),
  format: s.oneOf(['plain', 'percent', 'count']),
  /** Text in each cell, for small tables such as a confusion matrix; as long as `values`. Cells are then drawn without lines. */
  cells: s.optional(s.texts()),
});

export interface AxisSpec extends s.Of<typeof AXIS_SPEC> {}
const AXIS_SPEC = s.named(
  'axis',
  s.struct({
    /** The title, drawn horizontally above the y axis at the left, or below the x axis at the right. */
    title: s.text(),
    scale: s.oneOf(['linear', 'log']),
    domain: s.pair(),
    /** The ticks; if omitted, the drawing chooses them (whole decades on log axes, round numbers on linear ones). */
    ticks: s.optional(s.list(s.real)),
    /** power: 10ⁿ; count: 1, 10, 1,000; plain: 0.03, 0.1, 120; percent: 25 %; date: 2024-03; year: 2024; level: `labels[value]`. */
    format: FORMAT,
    labels: s.optional(s.texts()),
    /** x only: a name in the left gutter (λ). */
    gutter: s.optional(s.text()),
    /** x only: a second tick row on values multiplied by `factor` (n·λ). */
    second: s.optional(s.struct({ gutter: s.text(), factor: s.finite() })),
    /** y only, for squared errors: the same ticks read as R² at the right edge, 1 − y/variance. `root`: y is the root of a squared error. */
    r2: s.optional(s.struct({ variance: s.finite(), root: s.optional(s.flag()) })),
  }),
);

/** The meaning of a line; its colour, dash and width follow from it (and only from it). */
export type Role = s.Of<typeof ROLE>;
const ROLE = s.named(
  'role',
  s.oneOf([
    'main',
    'bias',
    'variance',
    'loo',
    'cv',
    'gcv',
    'reference',
    'fitted',
    'chosen',
    'outlier',
    'noise',
    // Curves of one kind that differ in a parameter: distinguished by colour, dash and their direct labels.
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
    'sixth',
  ]),
);

export type PointShape = s.Of<typeof POINT_SHAPE>;
const POINT_SHAPE = s.oneOf(['disc', 'triangle', 'square', 'diamond', 'triangleDown']);

export interface SeriesSpec extends s.Of<typeof SERIES> {}
const SERIES = s.struct({
  kind: s.oneOf(['line', 'points', 'band', 'rug']),
  role: ROLE,
  /** The name in tooltips, tables and CSV headers; '' omits the series from tables. */
  name: s.text(),
  x: values,
  y: values,
  /** band only: the upper edge (y is the lower). */
  upper: s.optional(values),
  /** points only: 1-based data rows, to open on a click. */
  rows: s.optional(values),
  /** points only: the lines of those rows in their file. */
  lines: s.optional(values),
  /** points only: the values that colour the points on the figure's `colours`; NaN is muted. */
  values: s.optional(values),
  /** points only: 1 for each point that stands out, as selected ones do; the others are dimmed. */
  lit: s.optional(values),
  /** points only: the shape; a disc if omitted. */
  shape: s.optional(POINT_SHAPE),
  /** points only: true for rings in place of discs; if omitted, the role decides. */
  hollow: s.optional(s.flag()),
  /** The direct label at the right end of the line, or near a point of the axis with an offset in pixels. */
  label: s.optional(
    s.struct({
      text: s.text(),
      at: s.either(s.constant('end'), s.finite()),
      dx: s.optional(s.finite()),
      dy: s.optional(s.finite()),
      align: s.optional(ALIGN),
    }),
  ),
  /** True if the series is drawn thinner and fainter because it does not follow the sliders. */
  faint: s.optional(s.flag()),
  /** The unit or format of y for tooltips, if it is not the axis's. */
  unit: s.optional(s.text()),
});

/**
 * A single point of note. circle: a lowest value; diamond: one standard error; square: held out; dot: chosen; ring:
 * plain note; none: only its text, beside a point that is drawn already.
 */
export interface MarkSpec extends s.Of<typeof MARK> {}
const MARK = s.struct({
  shape: s.oneOf(['circle', 'diamond', 'square', 'dot', 'ring', 'cross', 'triangle-up', 'triangle-down', 'none']),
  role: ROLE,
  x: s.real,
  y: s.real,
  text: s.optional(s.text()),
  dx: s.optional(s.finite()),
  dy: s.optional(s.finite()),
  align: s.optional(ALIGN),
  /** The line of the file to open on a click. */
  line: s.optional(s.natural()),
});

/** A straight line across the plot: the chosen lambda, a noise floor, observed = predicted (`slope`). */
export interface RuleSpec extends s.Of<typeof RULE> {}
const RULE = s.struct({
  axis: s.oneOf(['x', 'y', 'diagonal']),
  at: s.real,
  role: ROLE,
  text: s.optional(s.text()),
  /** The ends in data units of the other axis; if omitted, the rule crosses the whole plot. */
  from: s.optional(s.finite()),
  to: s.optional(s.finite()),
  /** y rules: the end at which the text is placed. */
  side: s.optional(s.oneOf(['left', 'right'])),
  /** y rules: true if the text is below the line. */
  below: s.optional(s.flag()),
});

/**
 * A figure as plain data. The same spec is drawn on the canvas, exported to SVG and CSV, read aloud, and compared in tests. Values are in natural
 * units; drawing takes log10 on log axes, on which values that are not positive are gaps.
 */
export interface FigureSpec extends s.Of<typeof FIGURE> {}
export const FIGURE = s.named(
  'figure',
  s.struct({
    /** The stable name of the figure: "spectrum", "risk-lambda", …. */
    id: s.text(),
    title: s.text(),
    /** The caption, at most two lines: the finding first, one part strong. */
    sentence: SENTENCE,
    x: AXIS_SPEC,
    y: AXIS_SPEC,
    series: s.list(SERIES),
    marks: s.optional(s.list(MARK)),
    rules: s.optional(s.list(RULE)),
    /** Hatched stretches of the x axis. */
    zones: s.optional(s.list(s.struct({ from: s.finite(), to: s.finite() }))),
    /** A map below everything else; its grid spans both axes. */
    surface: s.optional(SURFACE),
    /** The axes of the filter whose values at that place a click in the plot chooses. */
    pick: s.optional(s.struct({ x: AXIS, y: s.optional(AXIS) })),
    /** Places in the plot: a click near one chooses it, by its index. */
    options: s.optional(s.list(s.struct({ x: s.real, y: s.real }))),
    /** The rectangle over the plot that selects rows, in values of the axes; 'none' if there is none yet. Omitted if rows cannot be selected. */
    select: s.optional(s.either(RECTANGLE, s.constant('none'))),
    /** The meaning of the colours of points with `values`: a bar beside the plot. */
    colours: s.optional(COLOUR_SCALE),
    /** True if named points are listed with their marks beside the plot, each colour and shape once. */
    legend: s.optional(s.flag()),
    /** The note, shown small below the figure. */
    note: s.optional(s.text()),
    /** Sentences after the note that several figures of a section may share: shown once in each section. */
    footnotes: s.optional(s.texts()),
    /** The actions that the figure offers, said in its note if they are possible there. */
    act: s.optional(s.text()),
    /** The contents of its table and CSV, if rows say it better than the series. */
    data: s.optional(FIGURE_DATA),
    /** The drawing in words for a screen reader, if they say it better than the names of the series. */
    reads: s.optional(s.text()),
  }),
);
