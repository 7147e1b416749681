import type { Note } from '../contract/note';
import { count } from './numbers';
import type { RunView } from './view';

/** What the λ shown has to say, then the run's own notes, warnings first. */
export function viewNotes(view: RunView): Note[] {
  const live = derived(view);
  const codes = new Set(live.map((note) => note.code));
  return [...live, ...view.run.notes.filter((note) => !codes.has(note.code))].sort((a, b) => weight(a) - weight(b));
}

/** What the λ under the slider adds; what holds for the whole run stands in the run's own notes. */
function derived(view: RunView): Note[] {
  if (!view.moved) return [];
  const { path, n } = view.facts;
  const notes: Note[] = [];
  if (path.cv.length > 0 && view.lambda > path.lambda[path.least.oneStandardError] * 1.12)
    notes.push({
      severity: 'warning',
      code: 'lambda/beyond-one-standard-error',
      text: 'This λ lies beyond one standard error of the least fold error: folds expect a worse fit on new rows.',
    });
  if (view.risk.degreesOfFreedom > 0.95 * n)
    notes.push({
      severity: 'warning',
      code: 'lambda/interpolates',
      text: `With ${count(view.risk.degreesOfFreedom)} of ${count(n)} degrees of freedom the fit nearly passes through every row, noise and all.`,
    });
  return notes;
}

function weight(note: Note): number {
  return note.severity === 'warning' ? 0 : 1;
}
