import type { Sentence } from '../../engine/contract/figure';
import type { Importance } from '../../engine/contract/importance';
import { plain } from '../../engine/words/numbers';
import { counted } from '../../engine/words/sentence';
import { classShown } from '../../figures/fit/classView';
import { coefficientsTable } from '../../figures/fit/unpenalised';
import {
  columnRises,
  columnScales,
  importanceLoss,
  importanceNote,
  importanceSentence,
  levelWords,
  riseFormat,
} from '../../figures/improve/importance';
import { figuresOf } from '../../figures/tabs';
import type { RunView } from '../../figures/view/view';
import { whyNot } from '../answers';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el, nameCut, say, svg } from '../element';
import { beforePart } from '../improve/beforePart';
import { FigureGrid } from './figureGrid';
import { type Part, tablePart } from './part';

const SHUFFLED = 'How much the error rises when the values of one column are shuffled among the held-out rows';

/**
 * The columns that matter: the rise of the error without each, their length scales, and a fit with some of them only.
 */
export function columnsTab(context: PageContext): Part {
  let view: RunView | undefined;
  let asked: { readonly id: string; readonly importance: Importance } | undefined;
  let drawn = '';
  const dropped = new Set<string>();
  const before = beforePart(context);
  const lead = el('p.say', { 'aria-live': 'polite' });
  const note = el('p.note');
  const table = el('div.scroll.columns-list');
  const measure = actionButton('Measure on Held-out Rows', 'secondary', SHUFFLED, () => void ask());
  const refit = actionButton('Fit Again', 'primary', 'A new run with the ticked columns; Undo goes back', () => {
    const features = view?.run.data.columns.filter((column) => !dropped.has(column)) ?? [];
    context.post({ type: 'change', change: { kind: 'columns', features } });
  });
  const partials = partialsPart(context);
  const coefficients = tablePart(context, coefficientsTable, 'shown');
  const element = el(
    'div',
    before.element,
    el(
      'section.columns-tab',
      el('h2', 'Which columns matter'),
      lead,
      el('div.improve-actions', measure.element, refit.element),
      table,
      note,
    ),
    partials.element,
    el('div.grid.foot', coefficients.element),
  );
  const ask = async () => {
    measure.enable(false);
    say(lead, [{ text: 'Measuring …' }]);
    try {
      const id = view?.run.id;
      const importance = await context.ask?.({ kind: 'importance' });
      asked = id !== undefined && importance ? { id, importance } : undefined;
      drawn = '';
      if (view) update(view);
    } catch (error) {
      say(lead, [{ text: whyNot(error) ?? 'Stopped.' }]);
    } finally {
      measure.enable(true);
    }
  };
  const offer = (columns: readonly string[]) => {
    const kept = columns.length - dropped.size;
    refit.enable(dropped.size > 0 && kept > 0);
    refit.element.textContent = dropped.size > 0 ? `Fit Again without ${counted(dropped.size, 'Column')}` : 'Fit Again';
  };
  const update = (next: RunView) => {
    view = next;
    before.update(next);
    coefficients.update(next);
    partials.update(next);
    const { run } = next;
    const importance = asked?.id === run.id ? asked.importance : run.importance;
    const measuring = run.race !== undefined && run.race.chosen === undefined;
    measure.element.hidden = measuring || (importance !== undefined && importance.unmeasured === undefined);
    const key = `${run.id} ${measuring} ${importance !== undefined}`;
    if (key === drawn) return;
    drawn = key;
    const { columns } = run.data;
    if (importance) say(lead, importanceSentence(importance));
    else say(lead, [{ text: measuring ? MEASURING : NOT_YET }]);
    note.textContent = importance ? importanceNote(importance) : '';
    note.hidden = importance === undefined;
    const tick = (column: string, keep: boolean) => {
      if (keep) dropped.delete(column);
      else dropped.add(column);
      offer(columns);
    };
    table.replaceChildren(columnsTable(next, importance, tick));
    offer(columns);
  };
  return { element, update, destroy: () => partials.destroy() };
}

/** The figures of the prediction over each column. */
function partialsPart(context: PageContext): Part & { destroy(): void } {
  const sentence = el('p.say');
  const small = el('div.partials');
  const element = el('section.partial-dependence', el('h2', 'Partial dependence'), sentence, small);
  const panels = new FigureGrid(small, context, () => 'small');
  return {
    element,
    update(view) {
      const figures = figuresOf('columns', view);
      element.hidden = figures.length === 0;
      say(sentence, partialWords(view));
      panels.update(figures);
    },
    destroy: () => panels.destroy(),
  };
}

const NOT_YET =
  'A column matters if the error on held-out rows rises when its values are shuffled among them. The button measures it.';

const MEASURING = 'Measured when the fit is done.';

/** The number of rows of the table that are made at once: more of a long one follow when the last comes into sight. */
const AT_ONCE = 50;

/** A row for each column: whether to keep it, the rise of the error with its interval, the length scale. */
function columnsTable(
  { run }: RunView,
  importance: Importance | undefined,
  keep: (column: string, keep: boolean) => void,
): HTMLTableElement {
  const scales = columnScales(run);
  const rises = importance && columnRises(importance);
  const format = importance && riseFormat(importance);
  const byColumn = new Map(rises?.map((rise) => [rise.column, rise]));
  const place = new Map(rises?.map(({ column }, i) => [column, i]));
  const { columns } = run.data;
  const order = columns.toSorted((a, b) =>
    rises
      ? (place.get(a) ?? columns.length) - (place.get(b) ?? columns.length)
      : (scales?.get(a) ?? 0) - (scales?.get(b) ?? 0),
  );
  const low = Math.min(0, ...(rises ?? []).map((rise) => rise.low));
  const high = Math.max(1e-300, ...(rises ?? []).map((rise) => rise.high));
  const widest = 1 / Math.min(...(scales?.values() ?? [1]));
  const line = (column: string, at: number) => {
    const box = el('input', { type: 'checkbox', checked: true, 'aria-label': `Keep ${column}` });
    box.addEventListener('change', () => keep(column, box.checked));
    const rise = byColumn.get(column);
    const scale = scales?.get(column);
    return el(
      'tr',
      { 'aria-rowindex': at + 2 },
      el('td.row-pick', box),
      el('th.words', { scope: 'row', title: column }, nameCut(column)),
      ...(rises
        ? [
            el('td.share-cell', rise && lane([rise.low, rise.rise, rise.high], [low, high], rise.matters)),
            el('td', rise && format ? format(rise.rise) : ''),
            el('td.interval', rise && format ? `${format(rise.low)} to ${format(rise.high)}` : ''),
          ]
        : []),
      ...(scales ? [el('td.share-cell', bar(1 / (scale ?? 1) / widest)), el('td', plain(scale ?? Number.NaN, 3))] : []),
    );
  };
  const body = el('tbody');
  const more = () => {
    const made = body.childElementCount;
    body.append(...order.slice(made, made + AT_ONCE).map((column, i) => line(column, made + i)));
    sight.disconnect();
    if (body.lastElementChild && made + AT_ONCE < order.length) sight.observe(body.lastElementChild);
  };
  const sight = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && more());
  more();
  const head = (text: string, words = false) => el('th', { scope: 'col', class: words && 'words' }, text);
  return el(
    'table.share-table',
    { 'aria-rowcount': order.length + 1 },
    el('caption.unseen', 'The columns of this fit'),
    el(
      'thead',
      el(
        'tr',
        el('th.row-pick', { scope: 'col' }, el('span.unseen', 'used')),
        head('column', true),
        ...(importance
          ? [
              head(`rise of the ${importanceLoss(importance)}`, true),
              el('th', { scope: 'col' }, el('span.unseen', 'drawn')),
              el('th.interval', { scope: 'col' }, levelWords(importance)),
            ]
          : []),
        ...(scales ? [head('1 / length scale', true), head('length scale')] : []),
      ),
    ),
    body,
  );
}

/** A dot with its interval, and a line at 0. */
function lane(
  [low, value, high]: readonly [number, number, number],
  [from, to]: readonly [number, number],
  matters: boolean,
): SVGElement {
  const at = (v: number) => `${3 + (94 * (v - from)) / (to - from)}%`;
  return svg(
    'svg',
    { class: matters ? 'shares' : 'shares idle', 'aria-hidden': 'true' },
    svg('line.tick', { x1: at(0), x2: at(0), y1: 0, y2: '100%' }),
    svg('line.span', { x1: at(low), x2: at(high), y1: '50%', y2: '50%' }),
    svg('circle', { class: matters ? 'disc' : 'ring', cx: at(value), cy: '50%', r: 4 }),
  );
}

function bar(share: number): SVGElement {
  return svg(
    'svg.shares',
    { 'aria-hidden': 'true' },
    svg('rect.bar', { x: '3%', y: '35%', width: `${94 * share}%`, height: '30%' }),
  );
}

function partialWords(view: RunView): Sentence {
  const { run, robust } = view;
  if (run.live.partial.some(({ probability }) => probability))
    return [
      {
        text: `Average probability of class ${classShown(view)} when this column changes and all else stays as it is. Ticks on the axis mark the data.`,
      },
    ];
  const text = `Average prediction of ${run.target} when this column changes and all else stays as it is. Ticks on the axis mark the data.`;
  if (robust === undefined) return [{ text }];
  const levels = robust.fit.taus ?? [];
  const band = levels.length > 1 ? ` The band is from τ ${levels[0]} to τ ${levels[levels.length - 1]}.` : '';
  return [{ text: `${text}${band} Dashed lines and coloured dots: ordinary ridge, same kernel.` }];
}
