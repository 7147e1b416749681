import { CALLOUT_ACTS } from '../../engine/contract/callout';
import { MISSING_POLICY } from '../../engine/contract/data.schema';
import { FILTER_SPEC } from '../../engine/contract/filter';
import { APPROXIMATE_LANE, LANE_ID } from '../../engine/contract/race.schema';
import { STRENGTH_AXIS } from '../../engine/contract/robust';
import {
  bytes,
  count,
  either,
  finite,
  flag,
  list,
  oneOf,
  optional,
  read,
  record,
  type Schema,
  such,
  tagged,
  text,
  texts,
} from '../../engine/contract/schema';
import type { RunChange } from '../../figures/next/runChange';
import type { DataChange } from '../../webview/inspect/inspected';
import type { FromView } from '../../webview/protocol';
import type { Question } from '../../webview/questions';
import { SAMPLES } from '../../webview/start/samples';
import { COMPARE_STATE, INSPECT_STATE, tab, threshold, typed, VIEW_STATE } from './panelState';

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

const question: Schema<Question> = tagged<Question, 'kind'>('kind', {
  differences: { rows: text() },
  row: { row: count() },
  whatIf: { row: count(), values: record(text()), intervals: flag() },
  importance: {},
  column: { column: count() },
});

const dataChange: Schema<DataChange> = tagged<DataChange, 'kind'>('kind', {
  target: { column: count() },
  alone: {},
  task: { task: oneOf(['auto', 'regress', 'classify']) },
  kind: { column: count(), as: optional(oneOf(['number', 'boolean', 'date', 'category', 'text'])) },
  name: { column: count(), name: typed },
  role: { columns: list(count()), role: oneOf(['feature', 'weights', 'group', 'fold', 'order', 'out']) },
  signs: { signs: typed },
  gaps: { gaps: MISSING_POLICY },
  where: { where: typed },
});

const values = record(either(text(), texts()));

const MESSAGE = tagged<FromView, 'type'>('type', {
  ready: {},
  state: { view: VIEW_STATE },
  drawn: { tab, milliseconds: finite() },
  save: { name: text(), format: oneOf(['png', 'svg', 'csv']), bytes: bytes() },
  use: { filter: FILTER_SPEC, threshold: optional(threshold) },
  useStrength: { axis: STRENGTH_AXIS, value: finite() },
  command: {
    command: oneOf([
      'kernelscope.predict',
      'kernelscope.compare',
      'kernelscope.exportModel',
      'kernelscope.moreExactly',
    ]),
  },
  pick: { what: oneOf(['method', 'kernel']) },
  change: { change: runChange },
  openLine: { line: count() },
  popOut: { tab },
  changeData: {},
  compare: {},
  compareState: { view: COMPARE_STATE },
  openRun: { id: text() },
  chooseRuns: {},
  fitCandidate: { lane: LANE_ID },
  inspectState: { view: INSPECT_STATE },
  dataChange: { change: dataChange },
  dataAction: { action: oneOf(['fit', 'compare', 'settings', 'changeData', 'copyCommandLine']) },
  failureButton: { id: text() },
  saveScores: {},
  ask: { id: count(), question },
  showBefore: {},
  saveRows: { rows: text() },
  formChanged: { values },
  formAction: { action: text(), values },
  explain: { anchor: such(text(), (anchor) => ANCHOR.test(anchor)) },
  start: { choice: either(oneOf(SAMPLES), oneOf(['fit', 'inspect'])) },
  takeWay: { way: count() },
  cancel: {},
  finishRace: {},
  defect: { message: text(), stack: text() },
});

/** What a page sent, looked at member by member: a page shows what strangers wrote. Undefined for what no page of ours sends. */
export const pageMessage = (value: unknown): FromView | undefined => read(MESSAGE, value);
