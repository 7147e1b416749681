import type { FigureSpec, Rectangle } from '../../engine/contract/figure';
import type { FigureMakers } from '../../figures/spectral/tabs';
import { describe, noteText } from '../../figures/words/describe';
import { figureTable } from '../../figures/words/figureTable';
import { Brush, lay } from '../charts/brush';
import { FigureChart } from '../charts/figureChart';
import { lineOpener, type PageContext } from '../context';
import { el, explains, say, setText } from '../element';
import { explanationOf } from '../glossary/explained';
import { FigureExport } from './figureExport';
import { FigureMenu } from './figureMenu';
import { tableView } from './tableView';

/** True if a figure's axes are columns of the file, whatever their names are. */
const namesColumns = ({ id }: FigureSpec): boolean => id === 'curve' || id === 'fan' || id.startsWith('partial-');

/**
 * The words of a figure that may need an explanation: its title, the quantities of its axes, and the names of its
 * series.
 */
function labelsOf(spec: FigureSpec): string[] {
  const series = spec.series.map(({ name }) => name).filter((name) => name !== '');
  return namesColumns(spec) ? series : [spec.title, ...series, spec.y.title, spec.x.title];
}

/** The height of a figure: two rows of figures on a screen, one row, or one of many small ones. */
export type FigureSize = 'half' | 'full' | 'small';

/** A longer title may be cut off; its tooltip shows it in full. */
const SHORT_TITLE = 24;

/** One figure: title, menu, finding, plot or table, note. */
export class FigureView {
  readonly element: HTMLElement;
  private readonly title: HTMLElement;
  private readonly sentence = el('p.say');
  private readonly box = el('div.box');
  private readonly note = el('p.note');
  private readonly labels = el('div.labels');
  private readonly menu: FigureMenu;
  private canvas: HTMLCanvasElement | undefined;
  private chart: FigureChart | undefined;
  private brush: Brush | undefined;
  private asTable = false;
  /**
   * True while it is in sight. Otherwise nothing is drawn: on a long tab a drag redraws only what the person can see.
   */
  private inSight = true;
  /** Makes the next figure, once there is time and someone to see it. */
  private coming: FigureMakers[string] | undefined;
  /** When `draw` last drew it, on the page's clock. */
  drawnAt = 0;
  private readonly sight = new IntersectionObserver(
    (entries) => {
      this.inSight = entries[entries.length - 1].isIntersecting;
      if (this.due) this.seen();
    },
    { rootMargin: '120px' },
  );
  private labelDue: ReturnType<typeof setTimeout> | undefined;

  constructor(
    public spec: FigureSpec,
    private readonly size: FigureSize,
    private readonly context: PageContext,
    /** Called when something due has come into sight. */
    private readonly seen: () => void,
    open?: () => void,
  ) {
    const exported = new FigureExport(
      context,
      () => this.take() ?? this.spec,
      () => ({ width: this.box.clientWidth, height: this.box.clientHeight }),
    );
    this.menu = new FigureMenu(spec.title, [
      { text: () => (this.asTable ? 'Show as figure' : 'Show as table'), act: () => this.toggleTable() },
      ...exported.items,
    ]);
    // A click on a label is meant for what lies below it.
    this.labels.addEventListener('click', (event) => {
      event.stopPropagation();
      this.canvas?.dispatchEvent(new MouseEvent('click', event));
    });
    this.box.classList.add(size);
    this.title = open ? el('button.link', { type: 'button' }) : el('span');
    if (open)
      for (const part of [this.title, this.box]) {
        part.addEventListener('click', open);
        part.classList.add('leads');
      }
    this.element = el(
      'figure',
      { 'data-figure': spec.id },
      el('div.head', el(size === 'small' ? 'h3' : 'h2', {}, this.title), this.menu.button),
      this.sentence,
      this.box,
      this.note,
    );
  }

  /** Draws for the first time; the element must be in the page, or there is no size to draw at. */
  mount(): void {
    if (this.asTable) this.fillTable();
    else this.startChart();
    this.sight.observe(this.element);
  }

  /** Announces another figure: `take`, `words` and `draw` follow. */
  update(coming: FigureMakers[string]): void {
    this.coming = coming;
  }

  /** True if there is something to draw, and someone to see it. */
  get due(): boolean {
    return this.coming !== undefined && this.inSight;
  }

  /** Makes the figure to show; undefined if the run no longer has it. */
  take(): FigureSpec | undefined {
    const spec = this.coming ? this.coming() : this.spec;
    if (spec) this.spec = spec;
    if (this.coming) this.coming = () => spec;
    return spec;
  }

  /** `told`: the footnotes shown below it. */
  words(told: readonly string[]): void {
    const { spec } = this;
    setText(this.title, spec.title);
    if (spec.title.length > SHORT_TITLE) this.title.title = spec.title;
    else this.title.removeAttribute('title');
    explains(this.title, ...labelsOf(spec));
    say(this.sentence, spec.sentence);
    const note = noteText(spec, { told, acts: true });
    setText(this.note, note);
    this.note.hidden = note === '';
    this.relabel();
  }

  /** Draws the figure that was taken. */
  draw(): void {
    this.coming = undefined;
    this.drawnAt = performance.now();
    if (this.asTable) this.fillTable();
    else if (this.chart) {
      this.chart.update(this.spec);
      this.brush?.show(this.selection);
    } else this.startChart();
  }

  /** Updates the label a little later: nobody listens to sixty of them a second. */
  private relabel(): void {
    this.labelDue ??= setTimeout(() => {
      this.labelDue = undefined;
      this.canvas?.setAttribute('aria-label', describe(this.spec));
      this.placeLabels();
    }, 200);
  }

  destroy(): void {
    clearTimeout(this.labelDue);
    this.sight.disconnect();
    this.menu.destroy();
    this.brush?.destroy();
    this.chart?.destroy();
    this.chart = undefined;
    this.element.remove();
  }

  private startChart(): void {
    this.chart?.destroy();
    // A fresh canvas: chart.js leaves its size on the old one.
    this.canvas = el('canvas', { role: 'img', 'aria-label': describe(this.spec) });
    this.box.classList.remove('table');
    this.box.replaceChildren(this.canvas);
    this.chart = new FigureChart(this.canvas, this.spec, this.context.theme, {
      openLine: lineOpener(this.context),
      choose: (x, y) => this.choose(x, y),
      ...(this.context.take && { take: this.context.take }),
      bare: this.size === 'small',
      drawn: () => {
        this.brush?.place();
        this.relabel();
      },
    });
    if (this.spec.select !== undefined) this.startBrush();
    this.placeLabels();
  }

  /** Places elements with explanations over the words on the canvas that have one: a canvas cannot show them itself. */
  private placeLabels(): void {
    const known = (this.chart?.texts ?? []).filter(({ text }) => explanationOf(text) !== undefined);
    const key = JSON.stringify(known);
    if (key === this.labels.dataset.key && this.labels.isConnected) return;
    this.labels.dataset.key = key;
    this.labels.replaceChildren(
      ...known.map(({ text, area }) => {
        const label = explains(el('span', { role: 'note', 'aria-label': text }), text);
        lay(label, area);
        return label;
      }),
    );
    if (!this.asTable) this.box.append(this.labels);
  }

  /** Uses the same brush for every chart of the figure: it may hold the focus while the chart below it is made anew. */
  private startBrush(): void {
    this.brush ??= new Brush(
      this.box,
      () => this.chart,
      (rectangle) => this.context.selectRows?.(rectangle),
    );
    this.box.append(this.brush.element);
    this.brush.show(this.selection);
  }

  private get selection(): Rectangle | undefined {
    return this.spec.select === 'none' ? undefined : this.spec.select;
  }

  /** Sets the values under a click in a figure that offers values of the filter. */
  private choose(x: number, y: number): void {
    const { pick } = this.spec;
    if (pick === undefined) return;
    this.context.set?.({ [pick.x]: x, ...(pick.y && { [pick.y]: y }) });
  }

  private toggleTable(): void {
    this.asTable = !this.asTable;
    this.chart?.destroy();
    this.chart = undefined;
    this.canvas = undefined;
    this.mount();
    this.context.announce(this.asTable ? 'Shown as a table.' : 'Shown as a figure.');
  }

  private fillTable(): void {
    const scrolled = this.box.scrollTop;
    this.box.classList.add('table');
    this.box.tabIndex = 0;
    const extras = { ofFile: namesColumns(this.spec) };
    this.box.replaceChildren(tableView(figureTable(this.spec), lineOpener(this.context), 'spoken', extras));
    this.box.scrollTop = scrolled;
  }
}
