import type { DesignOptions, Sample } from '../contract/data';
import type { Note } from '../contract/note';
import { counted, quoted } from '../words/sentence';
import { daysNotes } from './cellNotes';
import type { ChosenColumns } from './chooseColumns';
import type { HeldOutFile } from './heldOutFile';
import type { Response } from './response';
import { weightNotes } from './rowWeights';

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
  const { chosen, train, other } = facts;
  const unweighted = other?.withoutWeights ? other.table.inspection.file.name : undefined;
  return [
    ...classNotes(facts),
    ...dateNotes(facts),
    ...(chosen.weights ? weightNotes(chosen.weights.name, train, unweighted) : []),
    ...unseenNotes(facts),
  ];
}

function classNotes({ chosen, response: { levels } }: TargetFacts): Note[] {
  if (!levels) return [];
  const [{ name }] = chosen.targets;
  const text = `"${name}" is classified: ${counted(levels.length, 'class', 'classes')}, ${quoted(levels)}.`;
  return [{ severity: 'info', code: 'data/classes', text }];
}

/** Dates are never classified. */
function dateNotes({ chosen }: TargetFacts): readonly Note[] {
  const dates = chosen.targets.filter(({ kind }) => kind === 'date');
  return dates.length > 0 ? daysNotes(dates) : [];
}

function unseenNotes({ chosen, other }: TargetFacts): Note[] {
  if (!other || other.unseen.rows === 0) return [];
  const { rows, levels } = other.unseen;
  const { file } = other.table.inspection;
  const text = `${file.name} has ${levels.length === 1 ? 'a level' : 'levels'} of "${chosen.targets[0].name}" that no training row has, ${quoted(levels)}: ${counted(rows, 'row is', 'rows are')} left out of the test.`;
  return [{ severity: 'info', code: 'data/unseen-levels', text }];
}
