import { CLAIM_IDS } from './claim';
import { AXIS } from './filter';
import {
  constant,
  count,
  either,
  finite,
  flag,
  list,
  named,
  type Of,
  oneOf,
  optional,
  pair,
  real,
  type Schema,
  struct,
  text,
  texts,
} from './schema';

/** Numbers in a list or a typed array. */
const values = list(real) as Schema<readonly unknown[]> as Schema<ArrayLike<number>>;

export type Sentence = Of<typeof SENTENCE>;
export const SENTENCE = named(
  'sentence',
  list(
    struct({
      text: text(),
      strong: optional(flag()),
      /** The claim that the sentence makes (docs/claims.md); it stands at the sentence's first part. */
      claim: optional(oneOf(CLAIM_IDS)),
    }),
  ),
);

const FORMAT = oneOf(['power', 'count', 'plain', 'percent', 'date', 'year', 'level']);
const ALIGN = oneOf(['left', 'center', 'right']);

export interface FigureData extends Of<typeof FIGURE_DATA> {}
const FIGURE_DATA = struct({ columns: texts(), rows: list(list(either(text(), real))) });

export interface Rectangle extends Of<typeof RECTANGLE> {}
const RECTANGLE = struct({ x: pair(), y: pair() });

/** A sequential scale: the more a colour stands out from the background, the larger its value. Values beyond the ends have the end colours. */
export interface ColourScale extends Of<typeof COLOUR_SCALE> {}
const COLOUR_SCALE = struct({ name: text(), domain: pair(), format: FORMAT });

/** Values over a grid, drawn as cells in steps of one colour with lines at the steps. NaN is a hole. */
export interface SurfaceSpec extends Of<typeof SURFACE> {}
const SURFACE = struct({
  /** Name of the value, for tooltips, tables and the legend. */
  name: text(),
  /** Ascending coordinates of the grid on the axis. */
  x: values,
  y: values,
  /** Row-major: value at (x_i, y_j) is values[j·x.length + i]. */
  values,
  /** Ascending boundaries between the steps of colour. */
  levels: list(real),
  format: oneOf(['plain', 'percent', 'count']),
  /** Text in each cell, for small tables such as a confusion matrix; as long as `values`. Cells are then drawn without lines. */
  cells: optional(texts()),
});

export interface AxisSpec extends Of<typeof AXIS_SPEC> {}
const AXIS_SPEC = named(
  'axis',
  struct({
    /** The title, drawn horizontally above the y axis at the left, or below the x axis at the right. */
    title: text(),
    scale: oneOf(['linear', 'log']),
    domain: pair(),
    /** The ticks; if omitted, the drawing chooses them (whole decades on log axes, round numbers on linear ones). */
    ticks: optional(list(real)),
    /** power: 10ⁿ; count: 1, 10, 1,000; plain: 0.03, 0.1, 120; percent: 25 %; date: 2024-03; year: 2024; level: `labels[value]`. */
    format: FORMAT,
    labels: optional(texts()),
    /** x only: a name in the left gutter (λ). */
    gutter: optional(text()),
    /** x only: a second tick row on values multiplied by `factor` (n·λ). */
    second: optional(struct({ gutter: text(), factor: finite() })),
    /** y only, for squared errors: the same ticks read as R² at the right edge, 1 − y/variance. `root`: y is the root of a squared error. */
    r2: optional(struct({ variance: finite(), root: optional(flag()) })),
  }),
);

/** The meaning of a line; its colour, dash and width follow from it (and only from it). */
export type Role = Of<typeof ROLE>;
const ROLE = named(
  'role',
  oneOf([
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

export type PointShape = Of<typeof POINT_SHAPE>;
const POINT_SHAPE = oneOf(['disc', 'triangle', 'square', 'diamond', 'triangleDown']);

export interface SeriesSpec extends Of<typeof SERIES> {}
const SERIES = struct({
  kind: oneOf(['line', 'points', 'band', 'rug']),
  role: ROLE,
  /** The name in tooltips, tables and CSV headers; '' omits the series from tables. */
  name: text(),
  x: values,
  y: values,
  /** band only: the upper edge (y is the lower). */
  upper: optional(values),
  /** points only: 1-based data rows, to open on a click. */
  rows: optional(values),
  /** points only: the lines of those rows in their file. */
  lines: optional(values),
  /** points only: the values that colour the points on the figure's `colours`; NaN is muted. */
  values: optional(values),
  /** points only: 1 for each point that stands out, as selected ones do; the others are dimmed. */
  lit: optional(values),
  /** points only: the shape; a disc if omitted. */
  shape: optional(POINT_SHAPE),
  /** points only: true for rings in place of discs; if omitted, the role decides. */
  hollow: optional(flag()),
  /** The direct label at the right end of the line, or near a point of the axis with an offset in pixels. */
  label: optional(
    struct({
      text: text(),
      at: either(constant('end'), finite()),
      dx: optional(finite()),
      dy: optional(finite()),
      align: optional(ALIGN),
    }),
  ),
  /** True if the series is drawn thinner and fainter because it does not follow the sliders. */
  faint: optional(flag()),
  /** The unit or format of y for tooltips, if it is not the axis's. */
  unit: optional(text()),
});

/**
 * A single point of note. circle: a least value; diamond: one standard error; square: held out; dot: chosen; ring: plain note; none: only its
 * text, beside a point that is drawn already.
 */
export interface MarkSpec extends Of<typeof MARK> {}
const MARK = struct({
  shape: oneOf(['circle', 'diamond', 'square', 'dot', 'ring', 'cross', 'triangle-up', 'triangle-down', 'none']),
  role: ROLE,
  x: real,
  y: real,
  text: optional(text()),
  dx: optional(finite()),
  dy: optional(finite()),
  align: optional(ALIGN),
  /** The line of the file to open on a click. */
  line: optional(count()),
});

/** A straight line across the plot: the chosen lambda, a noise floor, observed = predicted (`slope`). */
export interface RuleSpec extends Of<typeof RULE> {}
const RULE = struct({
  axis: oneOf(['x', 'y', 'diagonal']),
  at: real,
  role: ROLE,
  text: optional(text()),
  /** The ends in data units of the other axis; if omitted, the rule crosses the whole plot. */
  from: optional(finite()),
  to: optional(finite()),
  /** y rules: the end at which the text stands. */
  side: optional(oneOf(['left', 'right'])),
  /** y rules: true if the text is below the line. */
  below: optional(flag()),
});

/**
 * A figure as plain data. The same spec is drawn on the canvas, exported to SVG and CSV, read aloud, and compared in tests. Values are in natural
 * units; drawing takes log10 on log axes, on which values that are not positive are gaps.
 */
export interface FigureSpec extends Of<typeof FIGURE> {}
export const FIGURE = named(
  'figure',
  struct({
    /** The stable name of the figure: "spectrum", "risk-lambda", …. */
    id: text(),
    title: text(),
    /** The caption, at most two lines: the finding first, one part strong. */
    sentence: SENTENCE,
    x: AXIS_SPEC,
    y: AXIS_SPEC,
    series: list(SERIES),
    marks: optional(list(MARK)),
    rules: optional(list(RULE)),
    /** Hatched stretches of the x axis. */
    zones: optional(list(struct({ from: finite(), to: finite() }))),
    /** A map below everything else; its grid spans both axes. */
    surface: optional(SURFACE),
    /** The axes of the filter whose values at that place a click in the plot chooses. */
    pick: optional(struct({ x: AXIS, y: optional(AXIS) })),
    /** Places in the plot: a click near one chooses it, by its index. */
    options: optional(list(struct({ x: real, y: real }))),
    /** The rectangle over the plot that selects rows, in values of the axes; 'none' if there is none yet. Omitted if rows cannot be selected. */
    select: optional(either(RECTANGLE, constant('none'))),
    /** The meaning of the colours of points with `values`: a bar beside the plot. */
    colours: optional(COLOUR_SCALE),
    /** True if named points are listed with their marks beside the plot, each colour and shape once. */
    legend: optional(flag()),
    /** The note, shown small below the figure. */
    note: optional(text()),
    /** Sentences after the note that several figures of a section may share: shown once in each section. */
    footnotes: optional(texts()),
    /** The actions that the figure offers, said in its note if they are possible there. */
    act: optional(text()),
    /** The contents of its table and CSV, if rows say it better than the series. */
    data: optional(FIGURE_DATA),
    /** The drawing in words for a screen reader, if they say it better than the names of the series. */
    reads: optional(text()),
  }),
);
