import { type Fields, isCount, isListOf, isNameIn, isOptional, isRecord, isText } from '../../engine/contract/shape';
import {
  type ChosenKind,
  type ChosenRole,
  type DataAction,
  type DataChange,
  type InspectState,
  SORTS,
  type Sort,
} from '../../webview/inspect/inspected';

// Checks what the page of a file's data sends: it shows untrusted text.

const KINDS: Readonly<Record<ChosenKind, true>> = {
  number: true,
  boolean: true,
  date: true,
  category: true,
  text: true,
};
const ROLES: Readonly<Record<ChosenRole, true>> = {
  feature: true,
  weights: true,
  group: true,
  fold: true,
  order: true,
  out: true,
};
const TASKS = { auto: true, regress: true, classify: true } as const;
const GAPS = { impute: true, drop: true } as const;
const ACTIONS: Readonly<Record<DataAction, true>> = {
  fit: true,
  compare: true,
  settings: true,
  changeData: true,
  copyCommandLine: true,
};

/** Longer than any name or list of signs that a person types. */
const LONGEST = 10_000;
const isTyped = (value: unknown): value is string => isText(value) && value.length <= LONGEST;

const CHANGES: { readonly [K in DataChange['kind']]: (fields: Fields) => DataChange | undefined } = {
  target: ({ column }) => (isCount(column) ? { kind: 'target', column } : undefined),
  alone: () => ({ kind: 'alone' }),
  task: ({ task }) => (isNameIn(TASKS, task) ? { kind: 'task', task } : undefined),
  kind({ column, as }) {
    if (!isCount(column) || !isOptional(as, (value) => isNameIn(KINDS, value))) return undefined;
    return { kind: 'kind', column, ...(isNameIn(KINDS, as) && { as }) };
  },
  name: ({ column, name }) => (isCount(column) && isTyped(name) ? { kind: 'name', column, name } : undefined),
  role: ({ columns, role }) =>
    isListOf(columns, isColumn) && isNameIn(ROLES, role) ? { kind: 'role', columns, role } : undefined,
  signs: ({ signs }) => (isTyped(signs) ? { kind: 'signs', signs } : undefined),
  gaps: ({ gaps }) => (isNameIn(GAPS, gaps) ? { kind: 'gaps', gaps } : undefined),
};

const isColumn = (value: unknown): value is number => isCount(value);

export function dataChange(value: unknown): DataChange | undefined {
  return isRecord(value) && isNameIn(CHANGES, value.kind) ? CHANGES[value.kind](value) : undefined;
}

export const isDataAction = (value: unknown): value is DataAction => isNameIn(ACTIONS, value);

const isSort = (value: unknown): value is Sort => SORTS.some((sort) => sort === value);

/** What the page remembered, after a restart of the window too; whatever is not as it should be is left out. */
export function inspectState(value: unknown): InspectState {
  const { file, alone, sort, reversed, filter, open } = isRecord(value) ? value : ({} as Fields);
  return {
    file: isTyped(file) ? file : '',
    ...(alone === true && { alone }),
    ...(isSort(sort) && { sort }),
    ...(reversed === true && { reversed }),
    ...(isTyped(filter) && filter !== '' && { filter }),
    ...(isCount(open) && { open }),
  };
}
