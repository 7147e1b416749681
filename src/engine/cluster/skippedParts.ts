import { basename } from 'node:path';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import { list, natural, type Of, struct, such, text } from '../contract/schema';
import { warning } from '../fit/notes';
import { rangesOf, rowsText } from '../words/rowRanges';
import { counted } from '../words/sentence';
import { isCutCell, type PlanPart } from './planPart';

/** A part whose rows do not count. */
export interface SkippedPart extends Of<typeof SKIPPED_PART> {}
const SKIPPED_PART = struct({
  /** Number of the part, from 0. */
  part: natural(),
  /** The reason, as a sentence. */
  why: text(),
});

/** The most parts that have a note each; further ones are only counted. */
const NAMED = 20;

/**
 * True if a part failed because of its content, so that it fails anywhere and at any time. A missing path or a failing disk does not count: another machine may read the part.
 */
export function failsByData(error: unknown): error is KernelscopeError {
  if (!(error instanceof KernelscopeError) || isCutCell(error)) return false;
  const { code, data } = error.failure;
  // A failure with a code of the operating system is one of the disk.
  if (code === 'file/unreadable') return data?.code === undefined;
  // A failure for an invalid weight names its row.
  if (code === 'parameter/invalid') return data?.row !== undefined;
  return code.startsWith('data/') || ['file/binary', 'file/expands', 'model/columns'].includes(code);
}

/** The schema of a list of skipped parts out of so many parts. */
export const skippedParts = (parts: number) => list(such(SKIPPED_PART, ({ part }) => part < parts));

/** The parts that a plan leaves out. */
export const plannedOut = (parts: readonly PlanPart[]): SkippedPart[] =>
  parts.flatMap(({ failed }, part) => (failed === undefined ? [] : [{ part, why: failed }]));

/** Notes of a result on the parts that are left out. */
export function skippedNotes(skipped: readonly SkippedPart[], parts: readonly Pick<PlanPart, 'path'>[]): Note[] {
  const notes = skipped
    .slice(0, NAMED)
    .map(({ part, why }) =>
      warning('rows/part-left-out', `Part ${part + 1}, ${basename(parts[part].path)}, is left out: ${why}`),
    );
  const more = skipped.length - notes.length;
  if (more === 0) return notes;
  const numbers = rowsText(rangesOf(skipped.slice(NAMED).map(({ part }) => part + 1)));
  return [...notes, warning('rows/part-left-out', `${counted(more, 'more part')} left out: ${numbers}.`)];
}
