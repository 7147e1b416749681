import { basename } from 'node:path';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import { count, list, type Of, struct, such, text } from '../contract/schema';
import { warning } from '../fit/notes';
import { rangesOf, rowsText } from '../words/rowRanges';
import { counted } from '../words/sentence';
import { isCutCell, type PlanPart } from './planPart';

/** A part whose rows do not count. */
export interface SkippedPart extends Of<typeof SKIPPED_PART> {}
const SKIPPED_PART = struct({
  /** From 0. */
  part: count(),
  /** A sentence. */
  why: text(),
});

/** Notes of single parts; those beyond are counted. */
const NAMED = 20;

/**
 * Whether a part failed by its content, so that it fails anywhere and at any time. What a machine cannot read another may: a path that is not there, a disk that fails.
 */
export function failsByData(error: unknown): error is KernelscopeError {
  if (!(error instanceof KernelscopeError) || isCutCell(error)) return false;
  const { code, data } = error.failure;
  // With a code of the system it is the disk that failed.
  if (code === 'file/unreadable') return data?.code === undefined;
  // A weight that is none names its row.
  if (code === 'parameter/invalid') return data?.row !== undefined;
  return code.startsWith('data/') || ['file/binary', 'file/expands', 'model/columns'].includes(code);
}

/** Some of so many parts. */
export const skippedParts = (parts: number) => list(such(SKIPPED_PART, ({ part }) => part < parts));

/** The parts that a plan leaves out. */
export const plannedOut = (parts: readonly PlanPart[]): SkippedPart[] =>
  parts.flatMap(({ failed }, part) => (failed === undefined ? [] : [{ part, why: failed }]));

/** What a result says of the parts that are left out. */
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
