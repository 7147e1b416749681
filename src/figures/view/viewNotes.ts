import type { Note } from '../../engine/contract/note';
import { AXES } from '../../engine/filters/axes';
import { interpolates } from '../../engine/words/methodWords';
import { approximationNotes } from '../features/notes';
import { settingText, signOf } from '../words/filterWords';
import { shownValue } from './axes';
import type { LivePath } from './paths';
import type { RunView } from './view';

/** Notes on the filter shown and on the features, then the run's own notes, warnings first. */
export function viewNotes(view: RunView): Note[] {
  const live = [...derived(view), ...approximationNotes(view)];
  const codes = new Set(live.map((note) => note.code));
  return [...live, ...view.run.notes.filter((note) => !codes.has(note.code))].sort((a, b) => weight(a) - weight(b));
}

/** The notes that the sliders add; notes on the whole run are among the run's own. */
function derived(view: RunView): Note[] {
  const { run, moved } = view;
  // A value that was set stays where it is, accepted or not.
  const set = run.robust
    ? []
    : run.axes.filter((each) => run.parameters.some(({ name, rule }) => name === each && rule === 'set'));
  const { n } = view.facts;
  const notes: Note[] = [];
  // Folds were made along one axis at a time: with several moved they tell nothing.
  const [axis, ...more] = moved ? view.movedAxes : set;
  const path = axis !== undefined && more.length === 0 ? view.path(axis) : undefined;
  if (path?.fitted && path.cv.length > 0 && beyond(view, path))
    notes.push({
      severity: 'warning',
      code: 'lambda/beyond-one-standard-error',
      text: `At this ${signOf(axis)} the fold error is above its lowest by more than its uncertainty. Move ${signOf(axis)} back towards ${settingText(axis, path.values[path.least.oneStandardError])}.`,
    });
  if (moved && view.risk.degreesOfFreedom > 0.95 * n)
    notes.push({
      severity: 'warning',
      code: 'lambda/interpolates',
      text: interpolates(view.run.axes[0], view.risk.degreesOfFreedom, n),
    });
  return notes;
}

/** A little past the most regular value within one standard error, on the side that regularises more. */
function beyond(view: RunView, { axis, values, least }: LivePath): boolean {
  const regular = values[least.oneStandardError];
  const at = shownValue(view, axis);
  return AXES[axis].regular === 'high' ? at > regular * 1.12 : at < regular / 1.12;
}

function weight(note: Note): number {
  return note.severity === 'warning' ? 0 : 1;
}
