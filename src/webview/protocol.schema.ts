import { CALLOUT_ACTS } from '../engine/contract/callout';
import { MISSING_POLICY } from '../engine/contract/data.schema';
import type { Rectangle } from '../engine/contract/figure';
import { AXIS, FILTER_SPEC } from '../engine/contract/filter';
import { APPROXIMATE_LANE, LANE_ID } from '../engine/contract/race.schema';
import { STRENGTH_AXIS } from '../engine/contract/robust';
import {
  bytes,
  count,
  either,
  finite,
  flag,
  kinds,
  list,
  mended,
  type Of,
  object,
  oneOf,
  optional,
  pairOf,
  positive,
  read,
  record,
  type Schema,
  span,
  struct,
  such,
  tagged,
  text,
  texts,
  whole,
} from '../engine/contract/schema';
import { MOST_RUNS } from '../figures/compare/refusal';
import { MEASURES } from '../figures/compare/words';
import type { ComponentsViewOptions } from '../figures/components/view';
import type { RunChange } from '../figures/next/runChange';
import { SORTS } from './inspect/inspected';
import { SAMPLES } from './start/samples';
import { TABS } from './views/runTabs';

// What pages send and what they remember, each described once: the types follow. A page shows what strangers wrote, so all of it is checked where it
// arrives; of what was remembered over a restart of the window, whatever is not as it should be is left out. Pages themselves load types alone.

/** Longer than any name or list of signs that a person types. */
const LONGEST = 10_000;
export const typed = such(text(), (value) => value.length <= LONGEST);
const someText = such(typed, (value) => value !== '');
export const tab = oneOf(TABS);
/** A probability that a threshold can be. */
export const threshold = such(positive(), (value) => value < 1);

const stretch = such(span(), ([low, high]) => low <= high);

/** Whether they fit the run the page finds out. */
const components = mended<ComponentsViewOptions>(
  {
    pair: optional(pairOf(count())),
    colour: optional(whole()),
    selection: optional(object<Rectangle>({ x: stretch, y: stretch })),
    at: optional(count()),
  },
  {},
);

/** What the panel remembers over a reload or a restart of the window. */
export interface ViewState extends Of<typeof VIEW> {}
const VIEW = struct({
  runId: text(),
  tab,
  /** The filter of the sliders; left out while it is the fitted one. */
  filter: optional(FILTER_SPEC),
  /** Which of several targets or classes is shown, 0 the first; left out for the first. */
  target: optional(count()),
  /** Directions that decay and alignment are fitted on; left out while it is the default stretch. */
  range: optional(pairOf(count())),
  /** Axes of the risk map, x first; left out while it is the first pair. */
  pair: optional(pairOf(AXIS)),
  /** Index of the point shown on the path of a robust fit; left out while it is the fitted one. */
  at: optional(count()),
  /** Of two classes; left out while it is the fitted one. */
  threshold: optional(threshold),
  /** What is shown of a run of principal components; left out while it is the default. */
  components: optional(such(components, (value) => Object.keys(components.known(value) as object).length > 0)),
  /** The run that this one was fitted from without some of its rows or columns, to be shown beside it. */
  before: optional(someText),
  /** Set in a panel that shows one tab only, popped out of the others. */
  only: optional(tab),
});
export const VIEW_STATE = mended<ViewState>(VIEW.members, { runId: '', tab: 'overview' });

/** What the panel of a comparison remembers. The race behind it is kept by the extension, under an id. */
export interface CompareState extends Of<typeof COMPARE> {}
const COMPARE = struct({
  runIds: { ...texts(), known: (ids: unknown) => [...new Set(ids as readonly string[])].slice(0, MOST_RUNS) },
  baseline: optional(text()),
  target: optional(text()),
  measure: optional(oneOf(MEASURES)),
  race: optional(text()),
});
export const COMPARE_STATE = mended<CompareState>(COMPARE.members, { runIds: [] });

/** What the panel of a file's data remembers. */
export interface InspectState extends Of<typeof INSPECT> {}
const INSPECT = struct({
  /** Address of the file; '' before the first message. */
  file: typed,
  /** No column is to be predicted. */
  alone: optional(flag()),
  /** Left out: what says most of the target first and what is not used last; without a target as in the file. */
  sort: optional(oneOf(SORTS)),
  /** The other way round. */
  reversed: optional(flag()),
  /** Only columns whose name holds this. */
  filter: optional(someText),
  /** Position in the file of the column whose details are open. */
  open: optional(count()),
});
export const INSPECT_STATE = mended<InspectState>(INSPECT.members, { file: '' });

/** What a page remembered, as far as it holds. */
export const remembered = <T>(state: Schema<T>, value: unknown): T => state.known(value) as T;

/** A heading of a document, and no way out of their folder. */
const ANCHOR = /^[a-z-]+\.md#[\p{L}\p{N}_-]+$/u;

const { reading: _, without: __, ...OF_CALLOUTS } = CALLOUT_ACTS;

const runChange: Schema<RunChange> = tagged<RunChange, 'kind'>('kind', {
  kernel: { kernel: oneOf(['sum', 'linear', 'gaussian', 'matern32', 'laplace']), byColumn: flag() },
  tkrr: {},
  approximation: { lane: APPROXIMATE_LANE },
  leaveOut: { rows: text() },
  columns: { features: texts() },
  ...OF_CALLOUTS,
});

/** What a page can ask about its run, to be computed from the file and the stored model. */
const ABOUT_RUN = {
  /** "12,40-52" */
  differences: { rows: text() },
  row: { row: count() },
  whatIf: { row: count(), values: record(text()), intervals: flag() },
  importance: {},
} as const;
const RUN_QUESTION = kinds('kind', ABOUT_RUN);
export type RunQuestion = Of<typeof RUN_QUESTION>;

/** And about a column of its file, by its position. */
const QUESTION = kinds('kind', { ...ABOUT_RUN, column: { column: count() } });
export type Question = Of<typeof QUESTION>;

/** A choice for the file, kept with it: the next fit follows. Columns by their position in the file. */
export type DataChange = Of<typeof DATA_CHANGE>;
const DATA_CHANGE = kinds('kind', {
  target: { column: count() },
  /** Nothing is to be predicted: of this panel alone. */
  alone: {},
  task: { task: oneOf(['auto', 'regress', 'classify']) },
  /** Left out: as found. */
  kind: { column: count(), as: optional(oneOf(['number', 'boolean', 'date', 'category', 'text'])) },
  name: { column: count(), name: typed },
  /** What else than the target columns can be made. */
  role: { columns: list(count()), role: oneOf(['feature', 'weights', 'group', 'fold', 'order', 'out']) },
  signs: { signs: typed },
  gaps: { gaps: MISSING_POLICY },
  /** Only rows that meet this condition, beside the one that was set. */
  where: { where: typed },
});

type Changed<K extends DataChange['kind']> = Extract<DataChange, { readonly kind: K }>;
export type ChosenKind = NonNullable<Changed<'kind'>['as']>;
export type ChosenRole = Changed<'role'>['role'];

const values = record(either(text(), texts()));

/** From the page to the extension. */
export type FromView = Of<typeof MESSAGE>;
const MESSAGE = kinds('type', {
  ready: {},
  state: { view: VIEW_STATE },
  drawn: { tab, milliseconds: finite() },
  save: { name: text(), format: oneOf(['png', 'svg', 'csv']), bytes: bytes() },
  /** The threshold of two classes where it was moved. */
  use: { filter: FILTER_SPEC, threshold: optional(threshold) },
  /** The same for a robust fit: its strength. */
  useStrength: { axis: STRENGTH_AXIS, value: finite() },
  command: {
    command: oneOf([
      'kernelscope.predict',
      'kernelscope.compare',
      'kernelscope.exportModel',
      'kernelscope.moreExactly',
    ]),
  },
  /** What the head of a panel asks another one of. */
  pick: { what: oneOf(['method', 'kernel']) },
  change: { change: runChange },
  openLine: { line: count() },
  popOut: { tab },
  changeData: {},
  /** The run beside others of its file and target. */
  compare: {},
  compareState: { view: COMPARE_STATE },
  /** Of a comparison: opens one of its runs, asks for other runs, fits a candidate of its race. */
  openRun: { id: text() },
  chooseRuns: {},
  fitCandidate: { lane: LANE_ID },
  inspectState: { view: INSPECT_STATE },
  dataChange: { change: DATA_CHANGE },
  dataAction: { action: oneOf(['fit', 'compare', 'settings', 'changeData', 'copyCommandLine']) },
  failureButton: { id: text() },
  /** The scores of all rows of the run's file, as CSV. */
  saveScores: {},
  /** Answered under the same number. A later question of the same kind takes its place. */
  ask: { id: count(), question: QUESTION },
  /** Undo: the run before this one, in its place. */
  showBefore: {},
  /** Rows "12,40-52" of the file as CSV. */
  saveRows: { rows: text() },
  formChanged: { values },
  formAction: { action: text(), values },
  /** A part of a document that comes along: "methods.md#kernels". */
  explain: { anchor: such(text(), (anchor) => ANCHOR.test(anchor)) },
  /** Of the first page. */
  start: { choice: either(oneOf(SAMPLES), oneOf(['fit', 'inspect'])) },
  /** Of advice: one of its proposals, by its index. */
  takeWay: { way: count() },
  cancel: {},
  /** The comparison of kernels ends with what was judged by now. */
  finishRace: {},
  defect: { message: text(), stack: text() },
});

type Sent<T extends FromView['type']> = Extract<FromView, { readonly type: T }>;
export type HeadPick = Sent<'pick'>['what'];
export type ExportFormat = Sent<'save'>['format'];
export type DataAction = Sent<'dataAction'>['action'];

/** What a page sent, looked at member by member: a page shows what strangers wrote. Undefined for what no page of ours sends. */
export const pageMessage = (value: unknown): FromView | undefined => read(MESSAGE, value);
