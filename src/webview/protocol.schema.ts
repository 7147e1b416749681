import { CALLOUT_ACTS } from '../engine/contract/callout';
import { MISSING_POLICY } from '../engine/contract/data.schema';
import type { Rectangle } from '../engine/contract/figure';
import { AXIS, FILTER_SPEC } from '../engine/contract/filter';
import { APPROXIMATE_LANE, LANE_ID } from '../engine/contract/race.schema';
import { STRENGTH_AXIS } from '../engine/contract/robust';
import * as s from '../engine/contract/schema';
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
export const typed = s.such(s.text(), (value) => value.length <= LONGEST);
const someText = s.such(typed, (value) => value !== '');
export const tab = s.oneOf(TABS);
/** A probability that a threshold can be. */
export const threshold = s.such(s.positive(), (value) => value < 1);

const stretch = s.such(s.span(), ([low, high]) => low <= high);

/** Whether they fit the run the page finds out. */
const components = s.mended<ComponentsViewOptions>(
  {
    pair: s.optional(s.pairOf(s.count())),
    colour: s.optional(s.whole()),
    selection: s.optional(s.object<Rectangle>({ x: stretch, y: stretch })),
    at: s.optional(s.count()),
  },
  {},
);

/** What the panel remembers over a reload or a restart of the window. */
export interface ViewState extends s.Of<typeof VIEW> {}
const VIEW = s.struct({
  runId: s.text(),
  tab,
  /** The filter of the sliders; left out while it is the fitted one. */
  filter: s.optional(FILTER_SPEC),
  /** Which of several targets or classes is shown, 0 the first; left out for the first. */
  target: s.optional(s.count()),
  /** Directions that decay and alignment are fitted on; left out while it is the default stretch. */
  range: s.optional(s.pairOf(s.count())),
  /** Axes of the risk map, x first; left out while it is the first pair. */
  pair: s.optional(s.pairOf(AXIS)),
  /** Index of the point shown on the path of a robust fit; left out while it is the fitted one. */
  at: s.optional(s.count()),
  /** Of two classes; left out while it is the fitted one. */
  threshold: s.optional(threshold),
  /** What is shown of a run of principal components; left out while it is the default. */
  components: s.optional(s.such(components, (value) => Object.keys(components.known(value) as object).length > 0)),
  /** The run that this one was fitted from without some of its rows or columns, to be shown beside it. */
  before: s.optional(someText),
  /** Set in a panel that shows one tab only, popped out of the others. */
  only: s.optional(tab),
});
export const VIEW_STATE = s.mended<ViewState>(VIEW.members, { runId: '', tab: 'overview' });

/** What the panel of a comparison remembers. The race behind it is kept by the extension, under an id. */
export interface CompareState extends s.Of<typeof COMPARE> {}
const COMPARE = s.struct({
  runIds: { ...s.texts(), known: (ids: unknown) => [...new Set(ids as readonly string[])].slice(0, MOST_RUNS) },
  baseline: s.optional(s.text()),
  target: s.optional(s.text()),
  measure: s.optional(s.oneOf(MEASURES)),
  race: s.optional(s.text()),
});
export const COMPARE_STATE = s.mended<CompareState>(COMPARE.members, { runIds: [] });

/** What the panel of a file's data remembers. */
export interface InspectState extends s.Of<typeof INSPECT> {}
const INSPECT = s.struct({
  /** Address of the file; '' before the first message. */
  file: typed,
  /** No column is to be predicted. */
  alone: s.optional(s.flag()),
  /** Left out: what says most of the target first and what is not used last; without a target as in the file. */
  sort: s.optional(s.oneOf(SORTS)),
  /** The other way round. */
  reversed: s.optional(s.flag()),
  /** Only columns whose name holds this. */
  filter: s.optional(someText),
  /** Position in the file of the column whose details are open. */
  open: s.optional(s.count()),
});
export const INSPECT_STATE = s.mended<InspectState>(INSPECT.members, { file: '' });

/** What a page remembered, as far as it holds. */
export const remembered = <T>(state: s.Schema<T>, value: unknown): T => state.known(value) as T;

/** A heading of a document, and no way out of their folder. */
const ANCHOR = /^[a-z-]+\.md#[\p{L}\p{N}_-]+$/u;

const { reading: _, without: __, ...OF_CALLOUTS } = CALLOUT_ACTS;

const runChange: s.Schema<RunChange> = s.tagged<RunChange, 'kind'>('kind', {
  kernel: { kernel: s.oneOf(['sum', 'linear', 'gaussian', 'matern32', 'laplace']), byColumn: s.flag() },
  krr: {},
  tkrr: {},
  approximation: { lane: APPROXIMATE_LANE },
  leaveOut: { rows: s.text() },
  columns: { features: s.texts() },
  ...OF_CALLOUTS,
});

/** What a page can ask about its run, to be computed from the file and the stored model. */
const ABOUT_RUN = {
  /** "12,40-52" */
  differences: { rows: s.text() },
  row: { row: s.count() },
  whatIf: { row: s.count(), values: s.record(s.text()), intervals: s.flag() },
  importance: {},
} as const;
const RUN_QUESTION = s.kinds('kind', ABOUT_RUN);
export type RunQuestion = s.Of<typeof RUN_QUESTION>;

/** And about a column of its file, by its position. */
const QUESTION = s.kinds('kind', { ...ABOUT_RUN, column: { column: s.count() } });
export type Question = s.Of<typeof QUESTION>;

/** A choice for the file, kept with it: the next fit follows. Columns by their position in the file. */
export type DataChange = s.Of<typeof DATA_CHANGE>;
const DATA_CHANGE = s.kinds('kind', {
  target: { column: s.count() },
  /** Nothing is to be predicted: of this panel alone. */
  alone: {},
  task: { task: s.oneOf(['auto', 'regress', 'classify']) },
  /** Left out: as found. */
  kind: { column: s.count(), as: s.optional(s.oneOf(['number', 'boolean', 'date', 'category', 'text'])) },
  name: { column: s.count(), name: typed },
  /** What else than the target columns can be made. */
  role: { columns: s.list(s.count()), role: s.oneOf(['feature', 'weights', 'group', 'fold', 'order', 'out']) },
  signs: { signs: typed },
  gaps: { gaps: MISSING_POLICY },
  /** Only rows that meet this condition, beside the one that was set. */
  where: { where: typed },
});

type Changed<K extends DataChange['kind']> = Extract<DataChange, { readonly kind: K }>;
export type ChosenKind = NonNullable<Changed<'kind'>['as']>;
export type ChosenRole = Changed<'role'>['role'];

const values = s.record(s.either(s.text(), s.texts()));

/** From the page to the extension. */
export type FromView = s.Of<typeof MESSAGE>;
const MESSAGE = s.kinds('type', {
  ready: {},
  state: { view: VIEW_STATE },
  drawn: { tab, milliseconds: s.finite() },
  save: { name: s.text(), format: s.oneOf(['png', 'svg', 'csv']), bytes: s.bytes() },
  /** The threshold of two classes where it was moved. */
  use: { filter: FILTER_SPEC, threshold: s.optional(threshold) },
  /** The same for a robust fit: its strength. */
  useStrength: { axis: STRENGTH_AXIS, value: s.finite() },
  command: {
    command: s.oneOf([
      'kernelscope.predict',
      'kernelscope.compare',
      'kernelscope.exportModel',
      'kernelscope.moreExactly',
    ]),
  },
  /** What the head of a panel asks another one of. */
  pick: { what: s.oneOf(['method', 'kernel']) },
  change: { change: runChange },
  openLine: { line: s.count() },
  popOut: { tab },
  changeData: {},
  /** The run beside others of its file and target. */
  compare: {},
  compareState: { view: COMPARE_STATE },
  /** Of a comparison: opens one of its runs, asks for other runs, fits a candidate of its race. */
  openRun: { id: s.text() },
  chooseRuns: {},
  fitCandidate: { lane: LANE_ID },
  inspectState: { view: INSPECT_STATE },
  dataChange: { change: DATA_CHANGE },
  dataAction: { action: s.oneOf(['fit', 'compare', 'settings', 'changeData', 'copyCommandLine']) },
  failureButton: { id: s.text() },
  /** The scores of all rows of the run's file, as CSV. */
  saveScores: {},
  /** Answered under the same number. A later question of the same kind takes its place. */
  ask: { id: s.count(), question: QUESTION },
  /** Undo: the run before this one, in its place. */
  showBefore: {},
  /** Rows "12,40-52" of the file as CSV. */
  saveRows: { rows: s.text() },
  formChanged: { values },
  formAction: { action: s.text(), values },
  /** A part of a document that comes along: "methods.md#kernels". */
  explain: { anchor: s.such(s.text(), (anchor) => ANCHOR.test(anchor)) },
  /** Of the first page. */
  start: { choice: s.either(s.oneOf(SAMPLES), s.oneOf(['fit', 'inspect'])) },
  /** Of advice: one of its proposals, by its index. */
  takeWay: { way: s.count() },
  cancel: {},
  /** The comparison of kernels ends with what was judged by now. */
  finishRace: {},
  defect: { message: s.text(), stack: s.text() },
});

type Sent<T extends FromView['type']> = Extract<FromView, { readonly type: T }>;
export type HeadPick = Sent<'pick'>['what'];
export type ExportFormat = Sent<'save'>['format'];
export type DataAction = Sent<'dataAction'>['action'];

/** What a page sent, looked at member by member: a page shows what strangers wrote. Undefined for what no page of ours sends. */
export const pageMessage = (value: unknown): FromView | undefined => s.read(MESSAGE, value);
