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

// The messages that pages send and the states that they remember, each described once: the types follow. A page shows
// content written by strangers, so all of it is checked where it arrives; invalid parts of a state remembered over a
// restart of the window are dropped. Pages themselves load types only.

/** Longer than any name or list of signs that a person types. */
const LONGEST = 10_000;
export const typedText = s.such(s.text(), (value) => value.length <= LONGEST);
const someText = s.such(typedText, (value) => value !== '');
export const tab = s.oneOf(TABS);
/** A probability that is a valid threshold. */
export const threshold = s.such(s.positive(), (value) => value < 1);

const stretch = s.such(s.span(), ([low, high]) => low <= high);

/** The page checks whether they fit the run. */
const components = s.mended<ComponentsViewOptions>(
  {
    pair: s.optional(s.pairOf(s.natural())),
    colour: s.optional(s.whole()),
    selection: s.optional(s.object<Rectangle>({ x: stretch, y: stretch })),
    at: s.optional(s.natural()),
  },
  {},
);

/** The state that the panel remembers over a reload or a restart of the window. */
export interface ViewState extends s.Of<typeof VIEW> {}
const VIEW = s.struct({
  runId: s.text(),
  tab,
  /** The filter of the sliders; omitted while it is the fitted one. */
  filter: s.optional(FILTER_SPEC),
  /** The index of the target or class that is shown, 0 the first; omitted for the first. */
  target: s.optional(s.natural()),
  /** The directions that decay and alignment are fitted on; omitted while it is the default range. */
  range: s.optional(s.pairOf(s.natural())),
  /** The axes of the risk map, x first; omitted while they are the first pair. */
  pair: s.optional(s.pairOf(AXIS)),
  /** The index of the point shown on the path of a robust fit; omitted while it is the fitted one. */
  at: s.optional(s.natural()),
  /** The threshold of two classes; omitted while it is the fitted one. */
  threshold: s.optional(threshold),
  /** The options shown for a run of principal components; omitted while they are the defaults. */
  components: s.optional(s.such(components, (value) => Object.keys(components.known(value) as object).length > 0)),
  /** The run that this one was fitted from without some of its rows or columns, to be shown beside it. */
  before: s.optional(someText),
  /** Set in a panel that shows one tab only, popped out of the others. */
  only: s.optional(tab),
});
export const VIEW_STATE = s.mended<ViewState>(VIEW.members, { runId: '', tab: 'overview' });

/** The state that the panel of a comparison remembers. The extension stores the race behind it, under an id. */
export interface CompareState extends s.Of<typeof COMPARE> {}
const COMPARE = s.struct({
  runIds: { ...s.texts(), known: (ids: unknown) => [...new Set(ids as readonly string[])].slice(0, MOST_RUNS) },
  baseline: s.optional(s.text()),
  target: s.optional(s.text()),
  measure: s.optional(s.oneOf(MEASURES)),
  race: s.optional(s.text()),
});
export const COMPARE_STATE = s.mended<CompareState>(COMPARE.members, { runIds: [] });

/** The state that the panel of a file's data remembers. */
export interface InspectState extends s.Of<typeof INSPECT> {}
const INSPECT = s.struct({
  /** Address of the file; '' before the first message. */
  file: typedText,
  /** True if no column is to be predicted. */
  alone: s.optional(s.flag()),
  /**
   * The sort key. Omitted: the columns that tell most about the target first and unused ones last; without a target,
   * the order of the file.
   */
  sort: s.optional(s.oneOf(SORTS)),
  /** True to sort the other way round. */
  reversed: s.optional(s.flag()),
  /** Only columns whose name contains this text are listed. */
  filter: s.optional(someText),
  /** Position in the file of the column whose details are open. */
  open: s.optional(s.natural()),
});
export const INSPECT_STATE = s.mended<InspectState>(INSPECT.members, { file: '' });

/** The valid parts of a state that a page remembered. */
export const remembered = <T>(state: s.Schema<T>, value: unknown): T => state.known(value) as T;

/** A heading of a document; nothing that leads out of the documents' folder. */
const ANCHOR = /^[a-z-]+\.md#[\p{L}\p{N}_-]+$/u;

const { reading: _, without: __, ...OF_CALLOUTS } = CALLOUT_ACTS;

const runChange: s.Schema<RunChange> = s.tagged<RunChange, 'kind'>('kind', {
  kernel: { kernel: s.oneOf(['sum', 'linear', 'gaussian', 'matern32', 'laplace']), byColumn: s.flag() },
  krr: {},
  tkrr: {},
  approximation: { lane: APPROXIMATE_LANE },
  columns: { features: s.texts() },
  ...OF_CALLOUTS,
});

/** The questions that a page can ask about its run, answered from the file and the stored model. */
const ABOUT_RUN = {
  /** Rows, such as "12,40-52". */
  differences: { rows: s.text() },
  row: { row: s.natural() },
  whatIf: { row: s.natural(), values: s.record(s.text()), intervals: s.flag() },
  importance: {},
} as const;
const RUN_QUESTION = s.kinds('kind', ABOUT_RUN);
export type RunQuestion = s.Of<typeof RUN_QUESTION>;

/** The same questions, and one about a column of its file, by its position. */
const QUESTION = s.kinds('kind', { ...ABOUT_RUN, column: { column: s.natural() } });
export type Question = s.Of<typeof QUESTION>;

/** A choice for the file, stored with it: the next fit follows it. Columns are given by their position in the file. */
export type DataChange = s.Of<typeof DATA_CHANGE>;
const DATA_CHANGE = s.kinds('kind', {
  target: { column: s.natural() },
  /** Nothing is to be predicted: for this panel only. */
  alone: {},
  task: { task: s.oneOf(['auto', 'regress', 'classify']) },
  /** The kind of a column; omitted: as detected. */
  kind: { column: s.natural(), as: s.optional(s.oneOf(['number', 'boolean', 'date', 'category', 'text'])) },
  name: { column: s.natural(), name: typedText },
  /** The roles that columns can be given, apart from target. */
  role: { columns: s.list(s.natural()), role: s.oneOf(['feature', 'weights', 'group', 'fold', 'order', 'out']) },
  signs: { signs: typedText },
  gaps: { gaps: MISSING_POLICY },
  /** Without these rows, in addition to those that are left out already. */
  leaveOut: { rows: typedText },
  /** Only rows that meet this condition, in addition to the one already set. */
  where: { where: typedText },
});

type Changed<K extends DataChange['kind']> = Extract<DataChange, { readonly kind: K }>;
export type ChosenKind = NonNullable<Changed<'kind'>['as']>;
export type ChosenRole = Changed<'role'>['role'];

const values = s.record(s.either(s.text(), s.texts()));

/** A message from the page to the extension. */
export type FromView = s.Of<typeof MESSAGE>;
const MESSAGE = s.kinds('type', {
  ready: {},
  state: { view: VIEW_STATE },
  drawn: { tab, milliseconds: s.finite() },
  save: { name: s.text(), format: s.oneOf(['png', 'svg', 'csv']), bytes: s.bytes() },
  /** The filter, and the threshold of two classes if it was moved. */
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
  /** Asks for another method or kernel, from the head of a panel. */
  pick: { what: s.oneOf(['method', 'kernel']) },
  change: { change: runChange },
  openLine: { line: s.natural() },
  popOut: { tab },
  changeData: {},
  /** Opens the run beside others of its file and target. */
  compare: {},
  compareState: { view: COMPARE_STATE },
  /** In a comparison: opens one of its runs, asks for other runs, fits a candidate of its race. */
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
  ask: { id: s.natural(), question: QUESTION },
  /** Undo: shows the previous run in place of this one. */
  showBefore: {},
  /** The rows, such as "12,40-52", of the file as CSV. */
  saveRows: { rows: s.text() },
  formChanged: { values },
  formAction: { action: s.text(), values },
  /** A section of a bundled document: "methods.md#kernels". */
  explain: { anchor: s.such(s.text(), (anchor) => ANCHOR.test(anchor)) },
  /** On the first page: the person's choice. */
  start: { choice: s.either(s.oneOf(SAMPLES), s.oneOf(['fit', 'inspect'])) },
  /** In advice: one of its proposals, by its index. */
  takeWay: { way: s.natural() },
  cancel: {},
  /** Ends the comparison of kernels with the results so far. */
  finishRace: {},
  defect: { message: s.text(), stack: s.text() },
});

type Sent<T extends FromView['type']> = Extract<FromView, { readonly type: T }>;
export type HeadPick = Sent<'pick'>['what'];
export type ExportFormat = Sent<'save'>['format'];
export type DataAction = Sent<'dataAction'>['action'];

/**
 * A message from a page, checked member by member, as a page shows content written by strangers. Undefined for messages
 * that no page of ours sends.
 */
export const pageMessage = (value: unknown): FromView | undefined => s.read(MESSAGE, value);
