import { counted } from '../../engine/words/sentence';
import { el } from '../element';
import { labelled, nameList } from '../views/picker';
import { stillHead } from '../views/stillHead';
import type { DataChange, Inspected } from './inspected';

/** The file, what of it is to be predicted, and how large it is. */
export function dataHead(inspected: Inspected, alone: boolean, choose: (change: DataChange) => void): HTMLElement {
  const { inspection } = inspected.profile;
  const facts = `${counted(inspection.rows, 'row')}, ${counted(inspection.columns.length, 'column')}`;
  return stillHead(
    inspected.file,
    el('div.pickers', targetPicker(inspected, alone, choose), taskPicker(inspected, choose)),
    el('p.facts', facts),
  );
}

/** Columns without values or with a single one are not offered. */
function targetPicker(
  { profile, chosen }: Inspected,
  alone: boolean,
  choose: (change: DataChange) => void,
): HTMLElement {
  const { target, inspection } = profile;
  const columns = inspection.columns.filter(({ count, constant }) => count > 0 && !constant);
  const now = alone ? '' : (target?.index ?? '');
  const options = columns.map(({ index, name }) => {
    const proposed = !chosen.target && index === inspection.defaultTarget;
    return el('option', { value: index, selected: index === now }, proposed ? `${name} (proposed)` : name);
  });
  const none = el('option', { value: '', selected: now === '' }, 'nothing');
  const select = el('select', { id: 'target' }, none, ...options);
  select.addEventListener('change', () =>
    choose(select.value === '' ? { kind: 'alone' } : { kind: 'target', column: Number(select.value) }),
  );
  return labelled('predict', select);
}

type Task = Inspected['chosen']['task'];

const TASKS: Readonly<Record<NonNullable<Task>, string>> = {
  auto: 'by its type',
  regress: 'a number',
  classify: 'classes',
};

function taskPicker({ profile, chosen }: Inspected, choose: (change: DataChange) => void): HTMLElement | undefined {
  if (!profile.target) return undefined;
  const { kind } = profile.inspection.columns[profile.target.index];
  // Words are classes and dates numbers, whatever is asked.
  if (kind !== 'number' && kind !== 'boolean') return undefined;
  const tasks = Object.keys(TASKS) as NonNullable<Task>[];
  const names = tasks.map((task) => TASKS[task]);
  const now = tasks.indexOf(chosen.task ?? 'auto');
  return labelled(
    'as',
    nameList('task', names, now, (i) => choose({ kind: 'task', task: tasks[i] })),
  );
}
