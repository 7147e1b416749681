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
export class RowCardPart {
  private readonly field = el('input.row-number', {
    type: 'number',
    min: 1,
    'aria-label': 'Row of the file',
    placeholder: 'row',
  });
  private readonly words = el('p.say', { 'aria-live': 'polite' });
  private readonly changed = el('p.say.changed', { 'aria-live': 'polite', hidden: true });
  private readonly cells = el('div.cells.scroll');
  private readonly nearest = el('p.note');
  private readonly reset = actionButton('Original Values', 'secondary', 'Back to the values in the file', () =>
    this.restore(),
  );
  readonly element = el(
    'section.row-card',
    { 'aria-label': 'A row' },
    el('div.head', el('h2', 'Row'), this.field, this.reset.element),
    this.words,
    this.changed,
    this.cells,
    this.nearest,
  );
  private view: RunView | undefined;
  private row = 0;
  private card: RowCard | undefined;
  /** The prediction for the row with the values of the file. */
  private asItIs: Predictions | undefined;
  private due: ReturnType<typeof setTimeout> | undefined;
  /** The values that a person has typed in place of the file's. */
  private readonly values = new Map<string, string>();

  constructor(private readonly context: PageContext) {
    this.reset.element.hidden = true;
    this.field.addEventListener('change', () => {
      const wanted = Number(this.field.value);
      if (Number.isSafeInteger(wanted) && wanted >= 1) void this.open(wanted);
    });
    say(this.words, [{ text: 'Choose a row in the list, or enter its number, counted from 1.' }]);
  }

  update(view: RunView): void {
    this.view = view;
  }

  show(row: number): void {
    if (row !== this.row) void this.open(row);
  }

  destroy(): void {
    clearTimeout(this.due);
  }

  private about() {
    const { view } = this;
    return {
      target: view?.run.model.classes?.column ?? view?.run.target ?? '',
      unit: Math.sqrt(view?.facts.unit ?? 1),
    };
  }

  private failed(error: unknown): void {
    const why = whyNot(error);
    if (why !== undefined) say(this.values.size > 0 ? this.changed : this.words, [{ text: why }]);
  }

  /** The first prediction has no intervals, which may take a decomposition. */
  private async predict(then: (predictions: Predictions) => void): Promise<void> {
    const { row, values } = this;
    const at = JSON.stringify([...values]);
    for (const intervals of [false, true]) {
      const question = { kind: 'whatIf', row, values: Object.fromEntries(values), intervals } as const;
      const predictions = await this.context.ask?.(question);
      if (!predictions || row !== this.row || JSON.stringify([...values]) !== at) return;
      then(predictions);
    }
  }

  private async open(wanted: number): Promise<void> {
    this.row = wanted;
    this.values.clear();
    this.showEdited();
    this.asItIs = undefined;
    try {
      const card = await this.context.ask?.({ kind: 'row', row: wanted });
      if (!card || this.row !== wanted) return;
      this.card = card;
      this.draw(card);
      await this.predict((predictions) => {
        this.asItIs = predictions;
        say(this.words, predictionSentence({ ...this.about(), predictions }, card));
      });
    } catch (error) {
      this.failed(error);
    }
  }

  private edited(column: string, text: string, own: string): void {
    if (text.trim() === own) this.values.delete(column);
    else this.values.set(column, text);
    this.showEdited();
    clearTimeout(this.due);
    if (this.values.size === 0) return;
    this.due = setTimeout(() => {
      this.predict(
        (predictions) => this.asItIs && say(this.changed, changeSentence(this.about(), this.asItIs, predictions)),
      ).catch((error: unknown) => this.failed(error));
    }, SETTLED);
  }

  /** Shows what other values change, and the way back, where there are some. */
  private showEdited(): void {
    this.changed.hidden = this.values.size === 0;
    this.reset.element.hidden = this.values.size === 0;
  }

  private restore(): void {
    this.values.clear();
    clearTimeout(this.due);
    this.showEdited();
    if (this.card) this.draw(this.card);
    this.field.focus();
  }

  private draw({ row, line, cells, more, nearest }: RowCard): void {
    this.field.value = String(row);
    say(this.words, [{ text: `Line ${count(line)} of the file.` }]);
    this.cells.replaceChildren(...cells.flatMap((cell) => cellRow(cell, (...edit) => this.edited(...edit))));
    if (more > 0) this.cells.append(el('span.note.wide', `and ${counted(more, 'more column')}`));
    const { target, unit } = this.about();
    const links = nearest.flatMap((near, i) => {
      const text = nearestRowText(near, this.view?.run.classes ? undefined : unit);
      const link = lineLink(text, near.line, lineOpener(this.context));
      return i === 0 ? [link] : [', ', link];
    });
    this.nearest.replaceChildren(...(links.length > 0 ? [`Nearest training rows (${target}): `, ...links] : []));
  }
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
