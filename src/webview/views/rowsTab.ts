import type { FigureSpec, Rectangle, Sentence } from '../../engine/contract/figure';
import { count } from '../../engine/words/numbers';
import { suspectsTable } from '../../figures/robust/tables';
import { heldOutRows, predictedFigure } from '../../figures/spectral/predicted';
import { residualsTable } from '../../figures/spectral/tables';
import type { TableSpec } from '../../figures/tableSpec';
import type { RunView } from '../../figures/view/view';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el, say } from '../element';
import { beforePart } from '../improve/beforePart';
import { chosenRows } from '../improve/chosenRows';
import { rowCardPart } from '../improve/rowCardPart';
import { rowList } from '../improve/rowList';
import { FigureGrid, figuresFor } from './figureGrid';
import type { Part } from './part';

/** More rows than this nobody reads, and a drag draws them anew. */
const LISTED = 50;

/**
 * Rows that do not fit: suspects of a robust fit, otherwise the largest misses of held-out rows; or those in a rectangle. What they have in
 * common, a fit without them, each by itself as a card.
 */
export function rowsTab(context: PageContext): Part {
  let view: RunView | undefined;
  let rectangle: Rectangle | undefined;
  let source = '';
  let chosen = new Set<number>();

  const before = beforePart(context);
  const choice = chosenRows(context);
  const card = rowCardPart(context);
  const list = rowList(context, {
    toggled(row, on) {
      if (on) chosen.add(row);
      else chosen.delete(row);
      choice.choose([...chosen]);
    },
    pointed: (row) => card.show(row),
  });
  const heading = el('h2');
  const clear = actionButton('Clear', 'secondary', 'Remove the rectangle', () => select(undefined));
  const sentence = el('p', { class: 'say' });
  const listed = el(
    'section',
    { class: 'listed' },
    el('div', { class: 'head' }, heading, clear.element),
    sentence,
    list.element,
  );
  const grid = el('div', { class: 'grid rows improve' });
  grid.append(choice.element, listed, card.element);
  const below = el('div', { class: 'grid rows' });
  const element = el('div', {}, before.element, grid, below);
  const select = (next: Rectangle | undefined) => {
    rectangle = next;
    if (view) update(view);
  };
  const place = new FigureGrid(grid, { ...context, selectRows: select }, () => 'half', { after: choice.element });
  const figures = new FigureGrid(below, context, () => 'full');

  const update = (next: RunView) => {
    view = next;
    before.update(next);
    card.update(next);
    const where = predictedFigure(next);
    place.update(where ? [brushed(where, rectangle)] : []);
    figures.update(next.robust ? figuresFor('rows', next) : []);
    const { table, title, words, rows } = rectangle ? inRectangle(next, rectangle) : misfits(next);
    heading.textContent = title;
    clear.element.hidden = rectangle === undefined;
    say(sentence, words);
    const from = `${title} ${rows.join()}`;
    if (from !== source) {
      chosen = new Set(rows);
      if (rows.length > 0) card.show(rows[0]);
    }
    source = from;
    list.show(table, chosen);
    choice.choose([...chosen]);
  };
  return {
    element,
    update,
    destroy() {
      place.destroy();
      figures.destroy();
      choice.destroy();
      card.destroy();
    },
  };
}

const brushed = (figure: FigureSpec, rectangle: Rectangle | undefined): FigureSpec => ({
  ...figure,
  select: rectangle ?? 'none',
});

interface Listed {
  readonly title: string;
  readonly words: Sentence;
  readonly table: TableSpec;
  /** Those that are chosen at first. */
  readonly rows: readonly number[];
}

const HOW = ' Arrow keys move through the rows, Space ticks or unticks one, Enter opens it in the file.';

function misfits(view: RunView): Listed {
  const { robust } = view;
  if (robust) {
    const table = suspectsTable(view, LISTED);
    return {
      title: 'Suspected outliers',
      words: suspectsSentence(view),
      table,
      rows: robust.suspects.map(({ row }) => row),
    };
  }
  const table = residualsTable(view, LISTED);
  const held = view.run.classes ? undefined : heldOutRows(view);
  if (!held) {
    const why = view.run.classes ? 'Errors are not listed for classes' : 'Nothing was held out';
    return {
      title: 'Largest errors',
      words: [{ text: `${why}. Any row can be opened by its number.` }],
      table,
      rows: [],
    };
  }
  const rows = held.worst.slice(0, held.outliers).map((j) => held.row[j]);
  const measured = ' These rows were held out: leaving them out changes the measured error, not the fit.';
  const beyond = ' by more than three RMSE.';
  const words: Sentence =
    rows.length === 0
      ? [
          { text: 'No held-out row', strong: true },
          { text: ` is missed${beyond} The largest errors come first.${HOW}` },
        ]
      : [
          { text: rows.length === 1 ? '1 row is missed' : `${count(rows.length)} rows are missed`, strong: true },
          { text: `${beyond}${measured}${HOW}` },
        ];
  return { title: 'Largest errors', words, table, rows };
}

function inRectangle(view: RunView, { x, y }: Rectangle): Listed {
  const held = heldOutRows(view);
  const { predicted } = held?.scores ?? { predicted: new Float64Array() };
  const at = Array.from(held?.row.keys() ?? []).filter(
    (j) =>
      held !== undefined &&
      predicted[j] >= x[0] &&
      predicted[j] <= x[1] &&
      held.observed[j] >= y[0] &&
      held.observed[j] <= y[1],
  );
  const { columns, rows: all } = residualsTable(view, Number.POSITIVE_INFINITY);
  const rows = at.map((j) => held?.row[j] ?? 0);
  const among = new Set(rows);
  const known = all.filter(({ row }) => row !== undefined && among.has(row));
  const more = at.length > LISTED ? ` The first ${LISTED} are listed.` : '';
  return {
    title: 'Rows in the rectangle',
    words: [
      { text: count(at.length), strong: true },
      { text: ` held-out ${at.length === 1 ? 'row' : 'rows'}.${more}${HOW}` },
    ],
    table: { id: 'selected', title: 'Rows in the rectangle', columns, rows: known.slice(0, LISTED) },
    rows,
  };
}

function suspectsSentence({ robust }: RunView): Sentence {
  const { suspectCount: suspects = 0, beyond: far = 0 } = robust ?? {};
  if (far > suspects)
    return [
      { text: 'Heavy tails, not outliers', strong: true },
      {
        text: `: ${count(far)} rows, more than a tenth, are more than 3.5 robust scales from the middle of the errors.`,
      },
    ];
  const beyond = 'further than 3.5 robust scales from the middle of the errors.';
  if (suspects === 0) return [{ text: 'No row', strong: true }, { text: ` stands out: none lies ${beyond}` }];
  const rows = suspects === 1 ? '1 row lies' : `${count(suspects)} rows lie`;
  const part = suspects > LISTED ? ` The ${LISTED} furthest are listed.` : '';
  return [{ text: rows, strong: true }, { text: ` ${beyond}${part}${HOW}` }];
}
