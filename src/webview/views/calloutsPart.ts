import { type Callout, type CalloutKind, inOrder } from '../../engine/contract/callout';
import type { Note } from '../../engine/contract/note';
import type { AnyRun } from '../../engine/contract/run';
import { counted } from '../../engine/words/sentence';
import type { RunView } from '../../figures/view/view';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el, say } from '../element';
import { icon } from '../icons';
import { type Part, renewed } from './part';

/** More callouts than these wait behind a button. */
const SHOWN = 2;

/** The kinds that a figure of the same screen already states. */
const TOLD: ReadonlySet<CalloutKind> = new Set(['intervals']);

/** The parts of a run that its callouts need: the columns of the fit, and whether another fit is possible. */
type CalledRun = Pick<AnyRun, 'callouts' | 'data'>;

/** A view of a run, with the parts that callouts need. */
export interface CalledView {
  readonly run: CalledRun;
}

/**
 * The callouts of a run, the most important first: two of them, then how many more. Doubts have a background with the
 * warning's sign, each with its button; callouts that are only good to know are muted. Empty for runs of earlier
 * versions, whose findings are notes.
 */
export function calloutsPart<V extends CalledView>(context: PageContext): Part<V> {
  const element = el('div.calls', { hidden: true });
  let shown: CalledRun['callouts'];
  let all = false;
  const draw = (run: CalledRun) => {
    const callouts = inOrder(run.callouts ?? []).filter(({ kind }) => !TOLD.has(kind));
    const first = all ? callouts : callouts.slice(0, SHOWN);
    const rest = callouts.slice(first.length);
    const press = (callout: Callout) => pressOf(context, run, callout);
    element.replaceChildren(...first.map((callout) => calloutRow(callout, press(callout))), ...moreRow(rest, run));
    element.hidden = callouts.length === 0;
  };
  const moreRow = (rest: readonly Callout[], run: CalledRun): HTMLElement[] => {
    if (rest.length === 0) return [];
    const show = () => {
      all = true;
      draw(run);
      element.querySelectorAll<HTMLElement>('.call')[SHOWN]?.focus();
    };
    const button = actionButton('Show', 'secondary', `Show ${counted(rest.length, 'more note')}`, show).element;
    const words = el('p', el('strong', `${rest.length} more`), `: ${rest.map(({ short }) => short).join(' · ')}`);
    return [el('div.call.more', words, button)];
  };
  return {
    element,
    update({ run }) {
      if (run.callouts === shown) return;
      shown = run.callouts;
      draw(run);
    },
  };
}

/** One callout as a row: its sign, its sentence, and the button for its action. */
function calloutRow({ severity, text, act }: Callout, press: (() => void) | undefined): HTMLElement {
  const doubt = severity === 'doubt';
  const words = el('p');
  say(words, text);
  words.prepend(el('span.unseen', doubt ? 'Warning: ' : 'Note: '));
  return el(
    'div',
    { class: doubt ? 'call doubt' : 'call', role: 'note', tabindex: '-1' },
    icon(doubt ? 'warning' : 'info'),
    words,
    ...(act && press ? [actionButton(act.label, 'secondary', act.label, press).element] : []),
  );
}

/** The action of a callout's button; undefined if nothing can be fitted again. */
function pressOf({ change, post }: PageContext, { data }: CalledRun, { act }: Callout): (() => void) | undefined {
  if (act === undefined) return undefined;
  const wanted = act.change;
  if (wanted.kind === 'reading') return () => post({ type: 'changeData' });
  if (change === undefined) return undefined;
  if (wanted.kind !== 'without') return () => change(wanted);
  const out = new Set(wanted.columns);
  const features = data.columns.filter((column) => !out.has(column));
  return features.length === 0 ? undefined : () => change({ kind: 'columns', features });
}

/** Notes for the person, in words: warnings with the warning's colour and sign, the rest muted. */
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
