import type { DesignOptions, Sample } from '../contract/data';
import type { Note } from '../contract/note';
import { quoted } from '../words/listed';
import type { ChosenColumns } from './chooseColumns';
import type { HeldOutFile } from './heldOutFile';
import type { Response } from './response';
import { effectiveRows } from './rowWeights';

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
  return [...classNotes(facts), ...fewValuesNotes(facts), ...weightNotes(facts), ...unseenNotes(facts)];
}

function classNotes({ chosen, response: { rows, values, levels } }: TargetFacts): Note[] {
  if (!levels) return [];
  const [{ name }] = chosen.targets;
  const counts = new Uint32Array(levels.length);
  for (const i of rows) counts[values[0][i]]++;
  const text = `"${name}" is classified: ${levels.length} levels, ${quoted(levels)}.`;
  const notes: Note[] = [{ severity: 'info', code: 'data/classes', text }];
  const lone = levels.filter((_, code) => counts[code] === 1);
  if (lone.length > 0) {
    const what = lone.length === 1 ? `The level ${quoted(lone)} has` : `The levels ${quoted(lone)} have`;
    const each = lone.length === 1 ? 'it trains' : 'these train';
    notes.push({
      severity: 'warning',
      code: 'data/lone-level',
      text: `${what} one row only in "${name}": ${each} and cannot be tested. Gather more rows or join levels.`,
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
  const text = `"${target.name}" is predicted as a number; it has ${target.distinct} different values, all of them whole. If they stand for classes, set the task to classify (--task classify).`;
  return [{ severity: 'info', code: 'data/few-values', text }];
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
      `"${name}" weighs the rows, up to ${shortNumber(most)} times the mean; the ${n} training rows count like ${Math.round(effectiveRows(train.weights))} of equal weight.`,
    );
  } else
    note(
      'info',
      'data/equal-weights',
      `"${name}" gives every training row the same weight, so the fit is as without weights.`,
    );
  if (other?.withoutWeights) {
    const { file } = other.table.inspection;
    note('warning', 'data/no-weights', `${file.name} has no column "${name}": all its rows count alike in the test.`);
  }
  return notes;
}

function unseenNotes({ chosen, other }: TargetFacts): Note[] {
  if (!other || other.unseen.rows === 0) return [];
  const { rows, levels } = other.unseen;
  const { file } = other.table.inspection;
  const text = `${file.name} has ${levels.length === 1 ? 'a level' : 'levels'} of "${chosen.targets[0].name}" that no training row has, ${quoted(levels)}: ${rows} ${rows === 1 ? 'row is' : 'rows are'} left out of the test.`;
  return [{ severity: 'warning', code: 'data/unseen-levels', text }];
}

const shortNumber = (value: number): string => String(Number(value.toPrecision(3)));
