import type { RowDifferences } from '../../engine/contract/explain';
import { count, percent } from '../../engine/words/numbers';
import { rangesOf, rowsText } from '../../engine/words/rowRanges';
import { counted } from '../../engine/words/sentence';
import {
  differencesNote,
  differencesSentence,
  shareOfRows,
  shiftWords,
  valueWords,
} from '../../figures/improve/beforeAfter';
import { whyNot } from '../answers';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el, say, svg } from '../element';

/** Milliseconds after the last change of the choice. */
const SETTLED = 300;

/** The chosen rows: their differences from the others, and the actions on them. */
interface ChosenRows {
  readonly element: HTMLElement;
  choose(rows: readonly number[]): void;
  destroy(): void;
}

/** `how`: a sentence on the way to choose rows here. */
export function rowChooser(context: PageContext, how = 'Tick rows in the list.'): ChosenRows {
  const lead = el('p.say', { 'aria-live': 'polite' });
  const list = el('div.differences');
  const note = el('p.note');
  let rows: readonly number[] = [];
  let due: ReturnType<typeof setTimeout> | undefined;
  const text = () => rowsText(rangesOf(rows));
  const leave = actionButton('Leave Out and Fit Again', 'primary', 'A new run without these rows; Undo goes back', () =>
    context.post({ type: 'change', change: { kind: 'leaveOut', rows: text() } }),
  );
  const save = actionButton('Save Rows as CSV…', 'secondary', 'These rows as they are in the file', () =>
    context.post({ type: 'saveRows', rows: text() }),
  );
  const actions = el('div.improve-actions', leave.element, save.element);
  const title = el('h2', 'What they have in common');
  const element = el('section.chosen', el('div.head', title), lead, actions, list, note);

  const ask = () => {
    const asked = rows;
    context
      .ask?.({ kind: 'differences', rows: text() })
      .then((found) => asked === rows && tell(found))
      .catch((error: unknown) => asked === rows && lead.replaceChildren(whyNot(error) ?? ''));
  };
  const tell = (found: RowDifferences) => {
    say(lead, differencesSentence(found));
    list.replaceChildren(...differenceLanes(found));
    note.textContent = differencesNote(found);
    note.hidden = false;
  };
  return {
    element,
    choose(chosen) {
      if (chosen.length === rows.length && chosen.every((row, i) => row === rows[i]) && due !== undefined) return;
      rows = chosen;
      title.textContent = rows.length === 0 ? 'Chosen rows' : `${counted(rows.length, 'chosen row')}`;
      leave.enable(rows.length > 0);
      save.enable(rows.length > 0);
      list.replaceChildren();
      note.hidden = true;
      clearTimeout(due);
      due = setTimeout(() => {}, 0);
      if (rows.length === 0) {
        lead.replaceChildren(`No row is chosen. ${how}`);
        return;
      }
      lead.replaceChildren(`Comparing ${rows.length === 1 ? 'it' : `these ${count(rows.length)}`} with the others …`);
      due = setTimeout(ask, SETTLED);
    },
    destroy: () => clearTimeout(due),
  };
}

/** A line for each value and column: the fraction among the chosen rows (disc) and among the others (ring). */
function differenceLanes(found: RowDifferences): Node[] {
  const { rows, others, shared, shifted } = found;
  const lanes = shared.map((value) =>
    el(
      'tr',
      el('th.words', { scope: 'row', title: valueWords(value) }, valueWords(value)),
      el('td.share-cell', shares(value.count / rows, value.among / others)),
      el('td', shareOfRows(value, found)),
      el('td', percent(value.among / others)),
    ),
  );
  const lines = shifted.map((shift) =>
    el(
      'tr',
      el('th.words', { scope: 'row', title: shift.column }, shift.column),
      el('td.words', { colspan: 3 }, `${shift.standardised > 0 ? 'higher' : 'lower'}: ${shiftWords(shift)}`),
    ),
  );
  if (lanes.length + lines.length === 0) return [];
  const head = el(
    'tr',
    el('th.words', { scope: 'col' }, ''),
    el('th.words', { scope: 'col' }, lanes.length > 0 ? 'share of rows' : ''),
    el('th', { scope: 'col' }, lanes.length > 0 ? 'chosen' : ''),
    el('th', { scope: 'col' }, lanes.length > 0 ? 'others' : ''),
  );
  return [
    el(
      'table.share-table',
      el('caption.unseen', 'What the chosen rows have in common'),
      el('thead', head),
      el('tbody', ...lanes, ...lines),
    ),
  ];
}

function shares(chosen: number, others: number): SVGElement {
  const at = (share: number) => `${4 + 92 * share}%`;
  return svg(
    'svg.shares',
    { 'aria-hidden': 'true' },
    ...[0, 0.5, 1].map((share) => svg('line.tick', { x1: at(share), x2: at(share), y1: 0, y2: '100%' })),
    svg('line.span', { x1: at(others), x2: at(chosen), y1: '50%', y2: '50%' }),
    svg('circle.ring', { cx: at(others), cy: '50%', r: 3.5 }),
    svg('circle.disc', { cx: at(chosen), cy: '50%', r: 4 }),
  );
}
