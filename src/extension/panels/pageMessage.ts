import type { ApproximateLane, LaneId, RacedKernel } from '../../engine/contract/race';
import type { StrengthAxis } from '../../engine/contract/robust';
import {
  type Fields,
  isCount,
  isListOf,
  isNameIn,
  isNumber,
  isOptional,
  isPositive,
  isRecord,
  isText,
} from '../../engine/contract/shape';
import { storedFilter } from '../../engine/filters/storedFilter';
import type { PanelCommand, RunChange } from '../../figures/next/runChange';
import type { FormValues } from '../../webview/forms/form';
import type { ExportFormat, FromView, HeadPick } from '../../webview/protocol';
import type { Question } from '../../webview/questions';
import { SAMPLES, type StartChoice } from '../../webview/start/samples';
import { dataChange, inspectState, isDataAction } from '../inspect/dataMessage';
import { compareState } from './compareState';
import { isTab, isThreshold, panelState } from './panelState';

type Kind = FromView['type'];
type Message<K extends Kind> = Extract<FromView, { readonly type: K }>;

const FORMATS: Readonly<Record<ExportFormat, true>> = { png: true, svg: true, csv: true };
const KERNELS: Readonly<Record<RacedKernel | 'linear' | 'sum', true>> = {
  sum: true,
  linear: true,
  gaussian: true,
  matern32: true,
  laplace: true,
};
const APPROXIMATIONS: Readonly<Record<ApproximateLane, true>> = { landmarks: true, features: true };
const STRENGTHS: Readonly<Record<StrengthAxis, true>> = { t: true, c: true, epsilon: true, lambda: true };

const CHANGES: { readonly [K in RunChange['kind']]: (fields: Fields) => RunChange | undefined } = {
  kernel: ({ kernel, byColumn }) =>
    isNameIn(KERNELS, kernel) && typeof byColumn === 'boolean' ? { kind: 'kernel', kernel, byColumn } : undefined,
  huber: () => ({ kind: 'huber' }),
  tkrr: () => ({ kind: 'tkrr' }),
  approximation: ({ lane }) => (isNameIn(APPROXIMATIONS, lane) ? { kind: 'approximation', lane } : undefined),
  classes: () => ({ kind: 'classes' }),
  leaveOut: ({ rows }) => (isText(rows) ? { kind: 'leaveOut', rows } : undefined),
  columns: ({ features }) => (isListOf(features, isText) ? { kind: 'columns', features } : undefined),
  lastRows: ({ share, by }) =>
    isPositive(share) && share < 1 && isOptional(by, isText)
      ? { kind: 'lastRows', share, ...(isText(by) && { by }) }
      : undefined,
};

const PICKS: Readonly<Record<HeadPick, true>> = { method: true, kernel: true };
const COMMANDS: Readonly<Record<PanelCommand, true>> = {
  'kernelscope.predict': true,
  'kernelscope.compare': true,
  'kernelscope.exportModel': true,
};
/** A heading of a document, and no way out of their folder. */
const ANCHOR = /^[a-z-]+\.md#[\p{L}\p{N}_-]+$/u;

const CHOICES: Readonly<Record<StartChoice, unknown>> = { ...SAMPLES, fit: true, inspect: true };
const LANES: Readonly<Record<LaneId, true>> = {
  mean: true,
  column: true,
  line: true,
  gaussian: true,
  matern32: true,
  laplace: true,
  'gaussian-columns': true,
  'matern32-columns': true,
  sum: true,
  landmarks: true,
  features: true,
  huber: true,
};

const QUESTIONS: { readonly [K in Question['kind']]: (fields: Fields) => Question | undefined } = {
  differences: ({ rows }) => (isText(rows) ? { kind: 'differences', rows } : undefined),
  row: ({ row }) => (isCount(row) ? { kind: 'row', row } : undefined),
  whatIf: ({ row, values, intervals }) =>
    isCount(row) && isRecord(values) && Object.values(values).every(isText)
      ? { kind: 'whatIf', row, values: values as Readonly<Record<string, string>>, intervals: intervals === true }
      : undefined,
  importance: () => ({ kind: 'importance' }),
  column: ({ column }) => (isCount(column) ? { kind: 'column', column } : undefined),
};

/** Each kind as it may be acted on; undefined where a member is missing or of another kind. */
const READERS: { readonly [K in Kind]: (fields: Fields) => Message<K> | undefined } = {
  ready: () => ({ type: 'ready' }),
  state: ({ view }) => (isRecord(view) ? { type: 'state', view: panelState(view) } : undefined),
  drawn: ({ tab, milliseconds }) =>
    isTab(tab) && isNumber(milliseconds) ? { type: 'drawn', tab, milliseconds } : undefined,
  save: ({ name, format, bytes }) =>
    isText(name) && isNameIn(FORMATS, format) && bytes instanceof Uint8Array
      ? { type: 'save', name, format, bytes }
      : undefined,
  use({ filter, threshold }) {
    const spec = storedFilter(filter);
    if (!spec || !isOptional(threshold, isThreshold)) return undefined;
    return { type: 'use', filter: spec, ...(isThreshold(threshold) && { threshold }) };
  },
  useStrength: ({ axis, value }) =>
    isNameIn(STRENGTHS, axis) && isNumber(value) ? { type: 'useStrength', axis, value } : undefined,
  command: ({ command }) => (isNameIn(COMMANDS, command) ? { type: 'command', command } : undefined),
  pick: ({ what }) => (isNameIn(PICKS, what) ? { type: 'pick', what } : undefined),
  change({ change }) {
    const read = isRecord(change) && isNameIn(CHANGES, change.kind) ? CHANGES[change.kind](change) : undefined;
    return read && { type: 'change', change: read };
  },
  openLine: ({ line }) => (isCount(line) ? { type: 'openLine', line } : undefined),
  popOut: ({ tab }) => (isTab(tab) ? { type: 'popOut', tab } : undefined),
  changeData: () => ({ type: 'changeData' }),
  compare: () => ({ type: 'compare' }),
  compareState: ({ view }) => (isRecord(view) ? { type: 'compareState', view: compareState(view) } : undefined),
  openRun: ({ id }) => (isText(id) ? { type: 'openRun', id } : undefined),
  chooseRuns: () => ({ type: 'chooseRuns' }),
  fitCandidate: ({ lane }) => (isNameIn(LANES, lane) ? { type: 'fitCandidate', lane } : undefined),
  inspectState: ({ view }) => (isRecord(view) ? { type: 'inspectState', view: inspectState(view) } : undefined),
  dataChange({ change }) {
    const read = dataChange(change);
    return read && { type: 'dataChange', change: read };
  },
  dataAction: ({ action }) => (isDataAction(action) ? { type: 'dataAction', action } : undefined),
  failureButton: ({ id }) => (isText(id) ? { type: 'failureButton', id } : undefined),
  saveScores: () => ({ type: 'saveScores' }),
  ask({ id, question }) {
    const asked =
      isRecord(question) && isNameIn(QUESTIONS, question.kind) ? QUESTIONS[question.kind](question) : undefined;
    return isCount(id) && asked ? { type: 'ask', id, question: asked } : undefined;
  },
  showBefore: () => ({ type: 'showBefore' }),
  saveRows: ({ rows }) => (isText(rows) ? { type: 'saveRows', rows } : undefined),
  formChanged: ({ values }) => (isFormValues(values) ? { type: 'formChanged', values } : undefined),
  formAction: ({ action, values }) =>
    isText(action) && isFormValues(values) ? { type: 'formAction', action, values } : undefined,
  explain: ({ anchor }) => (isText(anchor) && ANCHOR.test(anchor) ? { type: 'explain', anchor } : undefined),
  start: ({ choice }) => (isNameIn(CHOICES, choice) ? { type: 'start', choice } : undefined),
  takeWay: ({ way }) => (isCount(way) ? { type: 'takeWay', way } : undefined),
  cancel: () => ({ type: 'cancel' }),
  finishRace: () => ({ type: 'finishRace' }),
  defect: ({ message, stack }) => (isText(message) && isText(stack) ? { type: 'defect', message, stack } : undefined),
};

const isFormValues = (value: unknown): value is FormValues =>
  isRecord(value) && Object.values(value).every((one) => isText(one) || isListOf(one, isText));

/** What a page sent, looked at member by member: a page shows what strangers wrote. Undefined for what no page of ours sends. */
export function pageMessage(value: unknown): FromView | undefined {
  if (!isRecord(value) || !isNameIn(READERS, value.type)) return undefined;
  return READERS[value.type](value);
}
