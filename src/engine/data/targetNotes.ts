import type { DesignOptions, Sample } from '../contract/data';
import type { Note } from '../contract/note';
import { count, plain } from '../words/numbers';
import { counted, quoted } from '../words/sentence';
import type { ChosenColumns } from './chooseColumns';
import type { HeldOutFile } from './heldOutFile';
import type { Response } from './response';
import { effectiveRows } from './rowWeights';

export interface TargetFacts {
  readonly chosen: ChosenColumns;
  readonly response: Response;
  readonly options: Pick<DesignOptions, 'task' | 'where' | 'without'>;
  readonly train: Sample;
  /** The second file, when one is held out. */
  readonly other?: HeldOutFile;
}

/** Notes on classes and row weights. */
export function targetNotes(facts: TargetFacts): Note[] {
  return [...classNotes(facts), ...weightNotes(facts), ...unseenNotes(facts)];
}

function classNotes({ chosen, response: { levels } }: TargetFacts): Note[] {
  if (!levels) return [];
  const [{ name }] = chosen.targets;
  const text = `"${name}" is classified: ${counted(levels.length, 'class', 'classes')}, ${quoted(levels)}.`;
  return [{ severity: 'info', code: 'data/classes', text }];
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
