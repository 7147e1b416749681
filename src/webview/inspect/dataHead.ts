import type { Sentence } from '../../engine/contract/figure';
import { count, percent } from '../../engine/words/numbers';
import { counted, plural, sentence, stressed } from '../../engine/words/sentence';
import { labelled, nameList } from '../controls';
import { el, stillHead } from '../element';
import type { DataChange } from '../protocol.schema';
import type { Inspected } from './inspected';

/** The file, its target, and its size. */
export function dataHead(inspected: Inspected, alone: boolean, choose: (change: DataChange) => void): HTMLElement {
  const { inspection } = inspected.profile;
  const facts = `${counted(inspection.rows, 'row')}, ${counted(inspection.columns.length, 'column')}`;
  return stillHead(
    inspected.file,
    el('div.pickers', targetPicker(inspected, alone, choose), taskPicker(inspected, choose)),
    el('p.facts', facts),
  );
}

/** More options than this are made only when they are asked for. */
const AT_ONCE = 200;

/** The picker of the target. Columns without values or with a single one are not offered. */
function targetPicker(
  { profile, chosen }: Inspected,
  alone: boolean,
  choose: (change: DataChange) => void,
): HTMLElement {
  const { target, inspection } = profile;
  const columns = inspection.columns.filter(({ count, constant }) => count > 0 && !constant);
  const now = alone ? '' : (target?.index ?? '');
  const option = (value: string | number, name: string) => {
    const named = !chosen.target && value === inspection.defaultTarget;
    return el('option', { value, selected: value === now }, named ? `${name} (by its name)` : name);
  };
  const options = () => [option('', 'nothing'), ...columns.map(({ index, name }) => option(index, name))];
  const many = columns.length > AT_ONCE;
  const shown = columns.find(({ index }) => index === now);
  const one = option(shown?.index ?? '', shown?.name ?? 'nothing');
  const select = el('select', { id: 'target' }, ...(many ? [one] : options()));
  // Thousands of options are made when someone reaches for them: before, they would delay what is visible.
  const fill = () => select.length === 1 && select.replaceChildren(...options());
  for (const reach of many ? ['focus', 'pointerdown'] : []) select.addEventListener(reach, fill);
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
  // Words become classes and dates numbers, whatever the task.
  if (kind !== 'number' && kind !== 'boolean') return undefined;
  const tasks = Object.keys(TASKS) as NonNullable<Task>[];
  const names = tasks.map((task) => TASKS[task]);
  const now = tasks.indexOf(chosen.task ?? 'auto');
  return labelled(
    'as',
    nameList('task', names, now, (i) => choose({ kind: 'task', task: tasks[i] })),
  );
}

/** The number of columns that a fit would use, and the number of values that they become. */
export function leadOf({ profile }: Inspected): Sentence {
  const { inspection, target, encoded, columns } = profile;
  const all = inspection.columns.length;
  const used = columns.filter(({ role }) => role === 'feature').length;
  if (!target)
    return stressed(
      counted(all, 'column'),
      ` and ${counted(inspection.rows, 'row')}; ${count(used)} can be features, and become `,
      counted(encoded, 'number'),
      ' each row.',
    );
  const { name } = inspection.columns[target.index];
  return stressed(
    `${count(used)} of ${count(all - 1)}`,
    ` ${plural(all - 1, 'column')} can predict ${name}; they become `,
    count(encoded),
    ` ${plural(encoded, 'number')}.`,
  );
}

/** The target, and the number of complete rows. */
export function basisOf({ profile, chosen }: Inspected): Sentence {
  const { inspection, target, complete } = profile;
  if (!target) return sentence('Choose a column to predict in the head to see what each of the others says of it.');
  const { name, distinct, numeric } = inspection.columns[target.index];
  const proposed = chosen.target ? '' : `${name} is the target by its name. `;
  const what = target.classify
    ? target.outputs.length === 1
      ? `It has two values; ${percent(target.means[0])} are ${target.outputs[0]}. `
      : `It has ${count(distinct)} classes. `
    : numeric
      ? `It is predicted as a number. `
      : '';
  const rows =
    complete === inspection.rows
      ? `All ${counted(complete, 'row')} are complete.`
      : `${count(complete)} of ${counted(inspection.rows, 'row')} are complete.`;
  return sentence(proposed + what + rows);
}

/** Among more columns than this, some explain the target by chance. */
const MANY = 30;

/** A note on the measures in the table. */
export function noteOf({ profile: { target, columns } }: Inspected): string {
  if (!target) return '';
  const n = Math.max(0, ...columns.map(({ relation }) => relation?.n ?? 0));
  const groups = 'tenths of the rows (fifths of few) or its own values, each row predicted by the others of its group';
  const what = target.classify ? 'the impurity of the classes' : 'the variance of the target';
  return `Explains alone: share of ${what} that a column accounts for by itself, in ${groups}; at most ${counted(n, 'row')}, those with a value.${target.outputs.length === 1 ? ' The dotted line is the mean of all rows; a dot is the larger the more rows it has.' : ''}${columns.length > MANY ? ` Of ${count(columns.length)} columns some explain this much by chance.` : ''}`;
}
