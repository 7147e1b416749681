import type { DesignOptions, Sample } from '../contract/data';
import type { Note } from '../contract/note';
import { decisive } from '../statistics/suspects';
import { quoted } from '../words/listed';
import { count, plain } from '../words/numbers';
import { rangesOf, rowsWords } from '../words/rowRanges';
import { counted } from '../words/sentence';
import type { ChosenColumns } from './chooseColumns';
import type { HeldOutFile } from './heldOutFile';
import type { Response } from './response';
import { effectiveRows } from './rowWeights';
import { RARE } from './splitRows';

export interface TargetFacts {
  readonly chosen: ChosenColumns;
  readonly response: Response;
  readonly options: Pick<DesignOptions, 'task' | 'where' | 'without'>;
  readonly train: Sample;
  /** The second file, when that is what is held out. */
  readonly other?: HeldOutFile;
}

/** Whole numbers of no more different values than this may be codes of classes. */
const FEW_VALUES = 10;

/** What a person should know of classes and row weights. */
export function targetNotes(facts: TargetFacts): Note[] {
  return [
    ...classNotes(facts),
    ...fewValuesNotes(facts),
    ...farNotes(facts),
    ...weightNotes(facts),
    ...unseenNotes(facts),
  ];
}

function classNotes({ chosen, response: { rows, values, levels } }: TargetFacts): Note[] {
  if (!levels) return [];
  const [{ name }] = chosen.targets;
  const counts = new Uint32Array(levels.length);
  for (const i of rows) counts[values[0][i]]++;
  const text = `"${name}" is classified: ${counted(levels.length, 'class', 'classes')}, ${quoted(levels)}.`;
  const notes: Note[] = [{ severity: 'info', code: 'data/classes', text }];
  const most = counts.some((all) => all > RARE) ? RARE : 1;
  const lone = levels.filter((_, code) => counts[code] <= most);
  const size = lone.every((level) => counts[levels.indexOf(level)] === 1) ? 'only one row' : 'three rows or fewer';
  if (lone.length > 0) {
    const what = lone.length === 1 ? `Class ${quoted(lone)} has` : `Classes ${quoted(lone)} have`;
    const each = lone.length === 1 ? 'it is' : 'these are';
    notes.push({
      severity: 'warning',
      code: 'data/lone-level',
      text: `${what} ${size} in "${name}": ${each} in training and cannot be tested. Collect more rows or merge classes.`,
    });
  }
  return notes;
}

/** Of one number that nobody asked to predict as such. */
function fewValuesNotes({ chosen, response: { rows, values, levels }, options: { task } }: TargetFacts): Note[] {
  const [target, ...more] = chosen.targets;
  if (!target || more.length > 0 || levels || task !== undefined || target.kind !== 'number') return [];
  if (target.distinctCapped || target.distinct > FEW_VALUES || !rows.every((i) => Number.isInteger(values[0][i])))
    return [];
  const text = `"${target.name}" is predicted as a number; it has only ${target.distinct} different values, all whole. If they are classes, set the task to classify (--task classify).`;
  return [{ severity: 'info', code: 'data/few-values', text }];
}

/** Rows so far out that everything squared is about them. */
function farNotes({ chosen, response: { levels }, train: { y, rows } }: TargetFacts): Note[] {
  const [target] = chosen.targets;
  const far = target && !levels ? decisive(y) : [];
  if (far.length === 0) return [];
  const one = far.length === 1;
  const text = `${one ? 'Row' : 'Rows'} ${rowsWords(rangesOf(far.map((i) => rows[i])))} ${one ? 'lies' : 'lie'} so far out in "${target.name}" that squared errors and R² speak of little else. Check ${one ? 'it' : 'them'}, or choose a robust method such as huber.`;
  return [{ severity: 'warning', code: 'data/far-targets', text }];
}

function weightNotes({ chosen: { weights }, train, other }: TargetFacts): Note[] {
  if (!weights) return [];
  const { name } = weights;
  const notes: Note[] = [];
  const note = (severity: Note['severity'], code: string, text: string) => notes.push({ severity, code, text });
  if (train.weights) {
    const n = train.y.length;
    const most = train.weights.reduce((a, b) => Math.max(a, b), 0);
    note(
      'info',
      'data/weights',
      `Rows are weighted by "${name}", up to ${plain(most)} times the mean; the ${count(n)} training rows are worth ${count(effectiveRows(train.weights))} of equal weight.`,
    );
  } else
    note(
      'info',
      'data/equal-weights',
      `All training rows have the same weight in "${name}": the fit is the same without weights.`,
    );
  if (other?.withoutWeights) {
    const { file } = other.table.inspection;
    note(
      'info',
      'data/no-weights',
      `${file.name} has no column "${name}": all its rows have the same weight in the test.`,
    );
  }
  return notes;
}

function unseenNotes({ chosen, other }: TargetFacts): Note[] {
  if (!other || other.unseen.rows === 0) return [];
  const { rows, levels } = other.unseen;
  const { file } = other.table.inspection;
  const text = `${file.name} has ${levels.length === 1 ? 'a level' : 'levels'} of "${chosen.targets[0].name}" that no training row has, ${quoted(levels)}: ${counted(rows, 'row is', 'rows are')} left out of the test.`;
  return [{ severity: 'info', code: 'data/unseen-levels', text }];
}
