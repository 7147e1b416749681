import type { Note } from '../../engine/contract/note';
import type { RunView } from '../../figures/view/view';
import { el } from '../element';
import { icon } from '../icons';
import { type Part, renewed } from './part';

/** What a person should know, in words: warnings with the warning's colour and sign, the rest muted. */
export function callouts<V = RunView>(notesOf: (view: V) => readonly Note[]): Part<V> {
  return renewed<V>('callouts', (view) => {
    const notes = notesOf(view);
    return { key: notes.map((note) => note.severity + note.text).join('\n'), content: () => notes.map(callout) };
  });
}

export function callout(note: Note): HTMLElement {
  const warning = note.severity === 'warning';
  return el(
    'div',
    { class: warning ? 'callout warning' : 'callout', role: 'note' },
    icon(warning ? 'warning' : 'info'),
    el('p', el('span.unseen', warning ? 'Warning: ' : 'Note: '), note.text),
  );
}
