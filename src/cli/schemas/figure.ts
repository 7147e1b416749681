import { CLAIM_IDS } from '../../engine/contract/claim';
import type {
  AxisSpec,
  ColourScale,
  FigureData,
  FigureSpec,
  MarkSpec,
  Rectangle,
  Role,
  RuleSpec,
  Sentence,
  SeriesSpec,
  SurfaceSpec,
} from '../../engine/contract/figure';
import {
  constant,
  either,
  finite,
  flag,
  list,
  named,
  number,
  numbers,
  object,
  oneOf,
  optional,
  pair,
  type Schema,
  text,
  texts,
  whole,
} from '../../engine/contract/schema';
import { AXES } from '../../engine/filters/axes';

export const sentence: Schema<Sentence> = named(
  'sentence',
  list(
    object<Sentence[number]>({
      text: text(),
      strong: optional(flag()),
      claim: optional(oneOf(CLAIM_IDS, 'The claim that the sentence makes, docs/claims.md; with its first part')),
    }),
    'In parts, of which one may be strong',
  ),
);

const FORMAT = oneOf(['power', 'count', 'plain', 'percent', 'date', 'year', 'level']);
const ALIGN = oneOf(['left', 'center', 'right']);

const axis = named(
  'axis',
  object<AxisSpec>({
    title: text(),
    scale: oneOf(['linear', 'log']),
    domain: pair(),
    ticks: optional(numbers()),
    format: FORMAT,
    labels: optional(texts('Of the format level')),
    gutter: optional(text()),
    second: optional(object<NonNullable<AxisSpec['second']>>({ gutter: text(), factor: finite() })),
    r2: optional(
      object<NonNullable<AxisSpec['r2']>>(
        { variance: finite(), root: optional(flag()) },
        'The same ticks read as 1 − y/variance',
      ),
    ),
  }),
);

const role: Schema<Role> = named(
  'role',
  oneOf(
    [
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
      'first',
      'second',
      'third',
      'fourth',
      'fifth',
      'sixth',
    ],
    'What a line means',
  ),
);

const series = object<SeriesSpec>({
  kind: oneOf(['line', 'points', 'band', 'rug']),
  role,
  name: text(),
  x: numbers(),
  y: numbers(),
  upper: optional(numbers('Of a band, whose lower edge is y')),
  rows: optional(numbers('Of points: rows of the file, from 1')),
  lines: optional(numbers('Of points: lines of the file')),
  values: optional(numbers('Of points: on the scale of colours')),
  lit: optional(numbers('Of points: 1 for each that stands out')),
  shape: optional(oneOf(['disc', 'triangle', 'square', 'diamond', 'triangleDown'])),
  hollow: optional(flag()),
  label: optional(
    object<NonNullable<SeriesSpec['label']>>({
      text: text(),
      at: either(constant('end'), finite()),
      dx: optional(finite()),
      dy: optional(finite()),
      align: optional(ALIGN),
    }),
  ),
  faint: optional(flag()),
  unit: optional(text()),
});

const mark = object<MarkSpec>({
  shape: oneOf(['circle', 'diamond', 'square', 'dot', 'ring', 'cross', 'triangle-up', 'triangle-down', 'none']),
  role,
  x: number(),
  y: number(),
  text: optional(text()),
  dx: optional(finite()),
  dy: optional(finite()),
  align: optional(ALIGN),
  line: optional(whole()),
});

const rule = object<RuleSpec>({
  axis: oneOf(['x', 'y', 'diagonal']),
  at: number(),
  role,
  text: optional(text()),
  from: optional(finite()),
  to: optional(finite()),
  side: optional(oneOf(['left', 'right'])),
  below: optional(flag()),
});

const surface = object<SurfaceSpec>(
  {
    name: text(),
    x: numbers(),
    y: numbers(),
    values: numbers('Row-major: value at (x_i, y_j) is values[j·x.length + i]; null is a hole'),
    levels: numbers(),
    format: oneOf(['plain', 'percent', 'count']),
    cells: optional(texts()),
  },
  'Values over a grid',
);

export const figure = named(
  'figure',
  object<FigureSpec>({
    id: text('Stable'),
    title: text(),
    sentence,
    x: axis,
    y: axis,
    series: list(series),
    marks: optional(list(mark)),
    rules: optional(list(rule)),
    zones: optional(list(object<NonNullable<FigureSpec['zones']>[number]>({ from: finite(), to: finite() }))),
    surface: optional(surface),
    pick: optional(object<NonNullable<FigureSpec['pick']>>({ x: oneOf(AXES), y: optional(oneOf(AXES)) })),
    options: optional(list(object<NonNullable<FigureSpec['options']>[number]>({ x: number(), y: number() }))),
    select: optional(either(object<Rectangle>({ x: pair(), y: pair() }), constant('none'))),
    colours: optional(object<ColourScale>({ name: text(), domain: pair(), format: FORMAT })),
    legend: optional(flag()),
    note: optional(text()),
    footnotes: optional(texts()),
    act: optional(text()),
    data: optional(object<FigureData>({ columns: texts(), rows: list(list(either(text(), finite()))) })),
    reads: optional(text('For a screen reader')),
  }),
);
