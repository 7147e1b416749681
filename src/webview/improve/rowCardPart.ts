import type { CellPlace, RowCard } from '../../engine/contract/explain';
import type { Predictions } from '../../engine/contract/rpc';
import { count } from '../../engine/words/numbers';
import { counted } from '../../engine/words/sentence';
import { changeSentence, nearestRowText, placeWords, predictionSentence } from '../../figures/improve/rowWords';
import type { RunView } from '../../figures/view/view';
import { whyNot } from '../answers';
import { lineOpener, type PageContext } from '../context';
import { actionButton } from '../controls';
import { el, lineLink, say, svg } from '../element';

/** Milliseconds from the last key to the new prediction. */
const SETTLED = 250;

/**
 * A row of the file as a card: every column with its value and its place, the prediction, and the effect of other
 * values.
 */
export interface RowCardPart {
  readonly element: HTMLElement;
  update(view: RunView): void;
  show(row: number): void;
  destroy(): void;
}

export function rowCardPart(context: PageContext): RowCardPart {
  const field = el('input.row-number', { type: 'number', min: 1, 'aria-label': 'Row of the file', placeholder: 'row' });
  const words = el('p.say', { 'aria-live': 'polite' });
  const changed = el('p.say.changed', { 'aria-live': 'polite', hidden: true });
  const cells = el('div.cells.scroll');
  const nearest = el('p.note');
  const reset = actionButton('Original Values', 'secondary', 'Back to the values in the file', () => restore());
  reset.element.hidden = true;
  const element = el(
    'section.row-card',
    { 'aria-label': 'A row' },
    el('div.head', el('h2', 'Row'), field, reset.element),
    words,
    changed,
    cells,
    nearest,
  );
  let view: RunView | undefined;
  let row = 0;
  let card: RowCard | undefined;
  let asItIs: Predictions | undefined;
  let due: ReturnType<typeof setTimeout> | undefined;
  const values = new Map<string, string>();

  const about = () => ({
    target: view?.run.model.classes?.column ?? view?.run.target ?? '',
    unit: Math.sqrt(view?.facts.unit ?? 1),
  });
  const failed = (error: unknown) => {
    const why = whyNot(error);
    if (why !== undefined) say(values.size > 0 ? changed : words, [{ text: why }]);
  };
  /** The first prediction has no intervals, which may take a decomposition. */
  const predict = async (then: (predictions: Predictions) => void) => {
    const asked = { row, at: JSON.stringify([...values]) };
    for (const intervals of [false, true]) {
      const question = { kind: 'whatIf', row, values: Object.fromEntries(values), intervals } as const;
      const predictions = await context.ask?.(question);
      if (!predictions || row !== asked.row || JSON.stringify([...values]) !== asked.at) return;
      then(predictions);
    }
  };
  const open = async (wanted: number) => {
    row = wanted;
    values.clear();
    changed.hidden = true;
    reset.element.hidden = true;
    asItIs = undefined;
    try {
      const found = await context.ask?.({ kind: 'row', row });
      if (!found || row !== wanted) return;
      card = found;
      draw(found);
      await predict((predictions) => {
        asItIs = predictions;
        say(words, predictionSentence({ ...about(), predictions }, found));
      });
    } catch (error) {
      failed(error);
    }
  };
  const edited = (column: string, text: string, own: string) => {
    if (text.trim() === own) values.delete(column);
    else values.set(column, text);
    reset.element.hidden = values.size === 0;
    changed.hidden = values.size === 0;
    clearTimeout(due);
    if (values.size === 0) return;
    due = setTimeout(() => {
      predict((predictions) => asItIs && say(changed, changeSentence(about(), asItIs, predictions))).catch(failed);
    }, SETTLED);
  };
  const restore = () => {
    values.clear();
    clearTimeout(due);
    changed.hidden = true;
    reset.element.hidden = true;
    if (card) draw(card);
    field.focus();
  };
  const draw = (found: RowCard) => {
    field.value = String(found.row);
    say(words, [{ text: `Line ${count(found.line)} of the file.` }]);
    cells.replaceChildren(...found.cells.flatMap((cell) => cellRow(cell, edited)));
    if (found.more > 0) cells.append(el('span.note.wide', `and ${counted(found.more, 'more column')}`));
    const links = found.nearest.flatMap((near, i) => {
      const link = lineLink(
        nearestRowText(near, view?.run.classes ? undefined : about().unit),
        near.line,
        lineOpener(context),
      );
      return i === 0 ? [link] : [', ', link];
    });
    nearest.replaceChildren(...(links.length > 0 ? [`Nearest training rows (${about().target}): `, ...links] : []));
  };
  field.addEventListener('change', () => {
    const wanted = Number(field.value);
    if (Number.isSafeInteger(wanted) && wanted >= 1) void open(wanted);
  });
  say(words, [{ text: 'Choose a row in the list, or enter its number, counted from 1.' }]);
  return {
    element,
    update(next) {
      view = next;
    },
    show(wanted) {
      if (wanted !== row) void open(wanted);
    },
    destroy: () => clearTimeout(due),
  };
}

/** Name, place as a picture, value and place in words. The value of a feature can be changed. */
function cellRow(cell: CellPlace, edited: (column: string, text: string, own: string) => void): Node[] {
  const { column, role, text, levels } = cell;
  const name = el('span.name', { title: column }, column);
  const place = el('span.place', placeWords(cell));
  if (role !== 'feature' || cell.kind === 'empty')
    return [name, strip(cell), el('span.value', { title: text }, text), place];
  const label = `${column}, to see the prediction with another value`;
  const field = levels
    ? el(
        'select',
        { 'aria-label': label },
        ...[...new Set([...levels, text, ''])].map((level) =>
          el('option', { value: level, selected: level === text }, level === '' ? 'no value' : level),
        ),
      )
    : el('input', { type: 'text', value: text, 'aria-label': label, spellcheck: 'false' });
  field.addEventListener(levels ? 'change' : 'input', () => {
    field.classList.toggle('edited', field.value.trim() !== text);
    edited(column, field.value, text);
  });
  return [name, strip(cell), field, place];
}

/** The column's histogram with this row's value. Heights are square roots, so that few rows can be seen beside many. */
function strip({ histogram, at }: CellPlace): SVGElement {
  const most = Math.sqrt(Math.max(1, ...(histogram ?? [])));
  const bars = (histogram ?? []).map((n, i) =>
    svg('rect', {
      x: (100 * i) / (histogram?.length ?? 1) + 0.3,
      width: 100 / (histogram?.length ?? 1) - 0.6,
      y: 17 - (15 * Math.sqrt(n)) / most,
      height: (15 * Math.sqrt(n)) / most,
    }),
  );
  const mark = at === undefined ? [] : [svg('line.mark', { x1: 100 * at, x2: 100 * at, y1: 0, y2: 18 })];
  return svg(
    'svg.value-strip',
    { viewBox: '0 0 100 18', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    ...bars,
    ...mark,
  );
}
