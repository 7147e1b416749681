import type { Note } from '../contract/note';
import { near } from './errors';
import { count, NARROW, plain, sci } from './numbers';
import type { RunView } from './view';

/** The run's own notes and what the λ shown adds to them; each code once, warnings first. */
export function viewNotes(view: RunView): Note[] {
  const found = new Map<string, Note>();
  for (const note of [...view.run.notes, ...derived(view)]) found.set(`${note.code} ${note.text}`, note);
  return [...found.values()].sort((a, b) => weight(a) - weight(b));
}

function derived(view: RunView): Note[] {
  const { path, n, rank } = view.facts;
  const { lambda, least } = path;
  const notes: Note[] = [];
  const known = (code: string) => view.run.notes.some((note) => note.code === code);
  const add = (severity: Note['severity'], code: string, text: string) => {
    if (!known(code)) notes.push({ severity, code, text });
  };
  const edge = least.loo === 0 ? 'smallest' : 'largest';
  if (least.loo === 0 || least.loo === lambda.length - 1)
    add(
      'warning',
      'lambda/grid-edge',
      `Leave-one-out error is least at the ${edge} λ tried: widen the range before relying on it.`,
    );
  if (!near(lambda[least.gcv], lambda[least.loo])) {
    const ratio = lambda[least.gcv] / lambda[least.loo];
    const times = `${plain(Math.max(ratio, 1 / ratio), 2)} times ${ratio < 1 ? 'smaller' : 'larger'}`;
    const others = path.cv.length > 0 && near(lambda[least.cv], lambda[least.loo]) ? 'LOO and folds' : 'LOO';
    const trust = others === 'LOO' ? 'LOO' : 'the latter';
    add(
      'warning',
      'lambda/gcv-disagrees',
      `GCV prefers λ${NARROW}${sci(lambda[least.gcv])}, ${times} than ${others}. For new rows, trust ${trust}.`,
    );
  }
  if (path.cv.length > 0 && view.lambda > lambda[least.oneStandardError] * 1.12 && view.moved)
    add(
      'warning',
      'lambda/beyond-one-standard-error',
      'This λ lies beyond one standard error of the least fold error: folds expect a worse fit on new rows.',
    );
  if (view.risk.degreesOfFreedom > 0.95 * n)
    add(
      'warning',
      'lambda/interpolates',
      `With ${count(view.risk.degreesOfFreedom)} of ${count(n)} degrees of freedom the fit nearly passes through every row, noise and all.`,
    );
  if (rank < n)
    add(
      'info',
      'spectrum/rank',
      `${count(n - rank)} of ${count(n)} eigenvalues lie below the numerical rank and count as zero.`,
    );
  return notes;
}

function weight(note: Note): number {
  return note.severity === 'warning' ? 0 : 1;
}
