import { type Lane, type Lanes, lanesFigure } from '../../figures/lanes/lanes';
import { placeOn } from '../../figures/layout/scale';
import { formatTick } from '../../figures/layout/ticks';
import { spoken } from '../../figures/words/describe';
import { figureTable } from '../../figures/words/figureTable';
import { roving } from '../a11y';
import type { PageContext } from '../context';
import { el, explains, nameCut, say, setText, svg } from '../element';
import { FigureExport } from './figureExport';
import { FigureMenu } from './figureMenu';
import { tableView } from './tableView';

/** The height of a lane in pictures, in pixels; on the page, figures are as tall as their lanes. */
const ROW = 26;

export interface LaneChoice {
  /** True if a lane can be chosen at all. */
  readonly takes: (lane: Lane) => boolean;
  readonly choose: (id: string) => void;
  /** The effect of choosing, if the figure's place does not make it clear. */
  readonly hint?: string;
}

/**
 * A figure of lanes. Once drawn, only dots and words change: lanes keep their places, and columns of words their
 * widths.
 */
export class LanesView {
  readonly element: HTMLElement;
  private readonly title = el('h2');
  private readonly sentence = el('p.say');
  private readonly body = el('div.lanes', { role: 'group' });
  private readonly note = el('p.note');
  private readonly menu: FigureMenu;
  private rows: readonly LaneRow[] = [];
  private asTable = false;

  constructor(
    private lanes: Lanes,
    private readonly context: PageContext,
    private readonly choice?: LaneChoice,
  ) {
    const figure = () => lanesFigure(this.lanes);
    const size = () => ({ width: Math.max(480, this.body.clientWidth), height: ROW * (this.lanes.lanes.length + 3) });
    const exported = new FigureExport(context, figure, size);
    this.menu = new FigureMenu(lanes.title, [
      { text: () => (this.asTable ? 'Show as figure' : 'Show as table'), act: () => this.toggleTable() },
      ...exported.items,
    ]);
    this.body.addEventListener('keydown', (event) => this.move(event));
    this.body.classList.toggle('bars', lanes.bars === true);
    this.element = el(
      'figure',
      { 'data-figure': lanes.id },
      el('div.head', this.title, this.menu.button),
      this.sentence,
      this.body,
      this.note,
    );
    this.build();
    this.update(lanes);
  }

  update(lanes: Lanes): void {
    const before = this.lanes;
    this.lanes = lanes;
    setText(this.title, lanes.title);
    explains(this.title, lanes.title, lanes.axis.title);
    say(this.sentence, lanes.sentence);
    setText(this.note, lanes.note ?? '');
    this.note.hidden = lanes.note === undefined;
    if (before !== lanes && !sameFrame(before, lanes)) this.build();
    else if (this.asTable) this.fillTable();
    this.rows.forEach((row, i) => {
      row.update(lanes, lanes.lanes[i]);
    });
    this.reach();
  }

  destroy(): void {
    this.menu.destroy();
  }

  /** Builds the parts that do not change while the race runs: axis, ticks, names. */
  private build(): void {
    const { axis, heads, lanes, title } = this.lanes;
    this.body.setAttribute('aria-label', title);
    if (this.asTable) {
      this.fillTable();
      return;
    }
    this.body.classList.toggle(
      'worded',
      lanes.some(({ word }) => word !== undefined),
    );
    this.rows = lanes.map((lane, i) => {
      const act = this.choice?.takes(lane) ? () => this.choice?.choose(lane.id) : undefined;
      const choice = act && { act, hint: this.choice?.hint };
      return new LaneRow(this.lanes, lane, i > 0 && lanes[i - 1].group !== lane.group, choice);
    });
    const labels = axis.ticks.map((tick) =>
      svg('text', { x: percent(placeIn(this.lanes, tick)), y: 14 }, formatTick(axis, tick, axis.ticks)),
    );
    this.body.replaceChildren(
      el(
        'div.heads',
        el('span'),
        el('span.axis-title', axis.title),
        el('span.value', heads.value),
        el('span.beside', heads.beside),
        el('span.word'),
      ),
      ...this.rows.map(({ element }) => element),
      el('div.ticks', { 'aria-hidden': 'true' }, el('span'), svg('svg.plot', ...labels)),
    );
  }

  private get buttons(): readonly HTMLButtonElement[] {
    return this.rows.flatMap(({ element }) => (element instanceof HTMLButtonElement ? [element] : []));
  }

  /** Lets Tab reach one lane: the one that has the focus, otherwise the run's own, or the first. */
  private reach(): void {
    const { buttons } = this;
    const focused = buttons.find((button) => button === document.activeElement);
    const own = buttons.find((button) => button.getAttribute('aria-pressed') === 'true');
    const reached = focused ?? own ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === reached ? 0 : -1;
  }

  /** Arrow keys move among the lanes that can be chosen; Enter and Space choose. */
  private move(event: KeyboardEvent): void {
    const next = roving(event, this.buttons, 'vertical');
    if (!next) return;
    event.preventDefault();
    next.focus();
    this.reach();
  }

  private toggleTable(): void {
    this.asTable = !this.asTable;
    this.rows = [];
    this.body.classList.toggle('table', this.asTable);
    this.build();
    this.rows.forEach((row, i) => {
      row.update(this.lanes, this.lanes.lanes[i]);
    });
    this.reach();
    this.context.announce(this.asTable ? 'Shown as a table.' : 'Shown as a figure.');
  }

  private fillTable(): void {
    const table = tableView(figureTable(lanesFigure(this.lanes)), () => {});
    this.body.replaceChildren(el('div.scroll', { tabindex: 0 }, table));
  }
}

/** One lane. It can be chosen if choosing has an effect. */
class LaneRow {
  readonly element: HTMLElement;
  private readonly value = el('span.value');
  private readonly beside = el('span.beside');
  private readonly bars = [svg('rect.bar.to', BAR), svg('rect.bar', BAR)] as const;
  private readonly word = el('span.word');
  private readonly interval = svg('line.interval', { y1: 11, y2: 11 });
  private readonly dot = svg('circle.dot', { cy: 11, r: 4 });
  private readonly below = svg('svg.below', { y: 6, width: 10, height: 10, overflow: 'visible' });
  private readonly rule = svg('line.rule', { y1: 0, y2: '100%' });

  constructor(
    lanes: Lanes,
    lane: Lane,
    apart: boolean,
    private readonly choice: { readonly act: () => void; readonly hint?: string } | undefined,
  ) {
    this.below.append(svg('path', { d: 'M0 0L5 9H-5Z' }));
    const plot = svg(
      'svg.plot',
      { 'aria-hidden': 'true' },
      ...lanes.axis.ticks.map((tick) => {
        const x = percent(placeIn(lanes, tick));
        return svg('line.grid-line', { x1: x, x2: x, y1: 0, y2: '100%' });
      }),
      svg('line.waiting', { x1: 0, x2: '100%', y1: 11, y2: 11 }),
      svg('line.started', { x1: 0, x2: '9%', y1: 11, y2: 11 }),
      ...(lanes.bars ? this.bars : [this.rule]),
      this.interval,
      ...(lanes.bars ? [] : [this.dot, this.below]),
    );
    const name = el('span.name', nameCut(lane.name), lane.how !== '' && el('i', ` ${lane.how}`));
    explains(name, lane.name);
    const attributes = { class: apart ? 'lane apart' : 'lane', 'data-lane': lane.id };
    const parts = [name, plot, this.value, this.beside, this.word];
    if (choice === undefined) {
      this.element = el('div', { ...attributes, role: 'img' }, ...parts);
      return;
    }
    this.element = el('button', { ...attributes, type: 'button', tabindex: -1 }, ...parts);
    this.element.addEventListener('click', choice.act);
  }

  update(lanes: Lanes, lane: Lane): void {
    const { element, dot, interval, below } = this;
    const { rule } = lanes;
    const words = [lane.spoken, this.choice?.hint].filter(Boolean).join('. ');
    if (element.title !== words) {
      element.setAttribute('aria-label', spoken(words));
      element.title = words;
    }
    element.dataset.look = lane.look;
    element.classList.toggle('muted-lane', lane.muted);
    element.classList.toggle('shown', lane.shown);
    if (element instanceof HTMLButtonElement) {
      element.setAttribute('aria-pressed', String(lane.shown));
    }
    setText(this.value, lane.value);
    setText(this.beside, lane.beside);
    setText(this.word, lane.word ?? '');
    const at = lane.at === undefined ? undefined : percent(placeIn(lanes, lane.at));
    dot.style.cx = at ?? '0%';
    below.setAttribute('x', at ?? '0%');
    if (lanes.bars) this.drawBars(lanes, lane);
    const [from, to] = lane.interval ?? [];
    interval.toggleAttribute('hidden', from === undefined);
    if (from !== undefined && to !== undefined) {
      interval.setAttribute('x1', percent(placeIn(lanes, from)));
      interval.setAttribute('x2', percent(placeIn(lanes, to)));
    }
    this.rule.toggleAttribute('hidden', rule === undefined || (lane.muted && rule.kind === 'lowest'));
    if (rule) {
      const x = percent(placeIn(lanes, rule.at));
      this.rule.setAttribute('class', `rule ${rule.kind}`);
      this.rule.setAttribute('x1', x);
      this.rule.setAttribute('x2', x);
    }
  }

  /** Draws each bar between 0 and its end, whichever of the two is greater. */
  private drawBars(lanes: Lanes, lane: Lane): void {
    const zero = placeIn(lanes, 0);
    [lane.to ?? lane.at, lane.at].forEach((end, i) => {
      const at = end === undefined ? zero : placeIn(lanes, end);
      this.bars[i].setAttribute('x', percent(Math.min(zero, at)));
      this.bars[i].setAttribute('width', percent(Math.abs(at - zero)));
    });
  }
}

/** The position and height of a bar within its lane. */
const BAR = { y: 7, height: 9 } as const;

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;

/**
 * The position of a value along the axis, 0…1; values beyond an end are placed at it, as are nonpositive values on a
 * log axis.
 */
function placeIn({ axis }: Lanes, value: number): number {
  const [low, high] = axis.domain.map((end) => placeOn(axis, end));
  const share = (placeOn(axis, value) - low) / (high - low);
  return share > 0 ? Math.min(1, share) : 0;
}

/** True if lanes, axis and heads are the same in both. */
function sameFrame(a: Lanes, b: Lanes): boolean {
  const frame = ({ axis, heads, lanes }: Lanes) =>
    JSON.stringify([axis, heads, lanes.map(({ id, name, how, group }) => [id, name, how, group])]);
  return frame(a) === frame(b);
}
