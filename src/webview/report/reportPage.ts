import type { FigureSpec } from '../../engine/contract/figure';
import { unpack } from '../../engine/contract/pack';
import type { RunResult } from '../../engine/contract/run';
import { overviewOf } from '../../figures/fit/overview';
import { allFigures } from '../../figures/tabs';
import { factsOf, type RunFacts } from '../../figures/view/facts';
import { numberCells } from '../../figures/view/overviewTypes';
import { deriveView, type RunView } from '../../figures/view/view';
import { footnotesOnce, plainText, spoken } from '../../figures/words/describe';
import { Announcer } from '../a11y';
import { el, say, setText } from '../element';
import { Redraw } from '../live/redraw';
import type { SliderState } from '../live/slider';
import { type FrameMaker, SliderStrip } from '../live/sliderStrip';
import { filterOfSlider, slidersOf } from '../live/sliders';
import { ReportFigure } from './reportFigure';

/** The parts of a report's page that follow its sliders. */
interface ReportParts {
  /** The element that will hold the sliders. */
  readonly sliders: HTMLElement;
  readonly lead: HTMLElement;
  readonly numbers: HTMLTableElement;
  readonly figures: HTMLElement;
}

/** A report with live sliders: the page as it was written, until one of them is moved. */
class LiveReport {
  private readonly facts: RunFacts;
  private readonly strip: SliderStrip;
  private readonly redraw = new Redraw(() => this.follow());
  private readonly announcer = new Announcer();
  private readonly drawn = new Map<string, ReportFigure>();
  private state: SliderState;
  private view: RunView;
  private scentDue: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly run: RunResult,
    private readonly parts: ReportParts,
  ) {
    this.facts = factsOf(run);
    this.view = deriveView(run, run.filter, this.facts);
    this.state = { filter: run.filter };
    const actions = {
      moved: (state: SliderState) => {
        this.state = state;
        this.redraw.request();
      },
      settled: (said?: string) => this.settle(said),
    };
    this.strip = new SliderStrip(slidersOf(this.view), actions, reportFrame);
    for (const element of parts.figures.querySelectorAll<HTMLElement>('[data-figure]'))
      this.drawn.set(element.dataset.figure ?? '', this.figure(element));
    parts.sliders.append(this.strip.element, this.announcer.element);
    parts.sliders.hidden = false;
    this.strip.drawScent(this.view);
    window.addEventListener('beforeprint', () => {
      for (const figure of this.drawn.values()) figure.draw();
    });
  }

  private figure(element: HTMLElement): ReportFigure {
    return new ReportFigure(element, (spec, x, y) => this.choose(spec, x, y));
  }

  private derived(): RunView {
    const { filter, at, threshold } = this.state;
    const options = { ...(at !== undefined && { at }), ...(threshold !== undefined && { threshold }) };
    return deriveView(this.run, filter, this.facts, options);
  }

  private follow(): void {
    this.view = this.derived();
    const overview = overviewOf(this.view);
    say(this.parts.lead, overview.lead);
    numberCells(overview.numbers).forEach((cells, i) => {
      cells.forEach((text, j) => {
        const cell = this.parts.numbers.rows[i]?.cells[j];
        if (cell) setText(cell, text);
      });
    });
    this.showFigures(allFigures(this.view));
    clearTimeout(this.scentDue);
    this.scentDue = setTimeout(() => this.strip.drawScent(this.view), 150);
  }

  /**
   * Shows these figures: those that the run does not have at these values are hidden, new ones are inserted in their
   * places.
   */
  private showFigures(specs: readonly FigureSpec[]): void {
    const shown = new Set(specs.map(({ id }) => id));
    for (const [id, { element }] of this.drawn) element.hidden = !shown.has(id);
    let before: HTMLElement | undefined;
    const footnotes = footnotesOnce(specs);
    for (const [place, spec] of specs.entries()) {
      let figure = this.drawn.get(spec.id);
      if (figure === undefined) {
        const element = el('div', { 'data-figure': spec.id });
        if (before) before.after(element);
        else this.parts.figures.prepend(element);
        figure = this.figure(element);
        this.drawn.set(spec.id, figure);
      }
      figure.show({ ...spec, footnotes: footnotes[place] });
      before = figure.element;
    }
  }

  /** Sets the sliders to the values under a click in a map or a curve. */
  private choose({ pick }: FigureSpec, x: number, y: number): void {
    if (pick === undefined) return;
    const filter = filterOfSlider(this.facts, this.state.filter, { [pick.x]: x, ...(pick.y && { [pick.y]: y }) });
    this.state = { ...this.state, filter };
    this.strip.show(this.state);
    this.follow();
    this.settle();
  }

  /** Announces the new finding after `said`. */
  private settle(said?: string): void {
    const lead = plainText(overviewOf(this.derived()).lead);
    this.announcer.announce(spoken(said === undefined ? lead : `${said}. ${lead}`));
  }
}

/** Sliders with Reset; a report cannot fit. */
const reportFrame: FrameMaker = (sliders, reset) => {
  const button = el('button', { type: 'button', disabled: true }, 'Reset');
  button.title = 'Back to the fitted values';
  button.addEventListener('click', reset);
  const element = el(
    'div.controls',
    { role: 'group', 'aria-label': 'Live parameters' },
    el('div', { class: `axes of-${sliders.length}` }, ...sliders),
    el('div.actions', button),
  );
  return {
    element,
    offer: (moved) => {
      // The focus stays where it is: a disabled button loses it.
      if (document.activeElement === button && !moved) button.setAttribute('aria-disabled', 'true');
      else {
        button.disabled = !moved;
        button.removeAttribute('aria-disabled');
      }
    },
    working: () => '',
    idle: () => {},
  };
};

// The page of a report where scripts run: its sliders move the figures, computed from the numbers that the page holds.
// Elsewhere it stays as written.
const parts = {
  sliders: document.getElementById('sliders'),
  lead: document.getElementById('lead'),
  numbers: document.querySelector<HTMLTableElement>('#numbers table'),
  figures: document.querySelector<HTMLElement>('#figures .figures'),
};
const { sliders, lead, numbers, figures } = parts;
const packed = document.getElementById('run')?.textContent;
if (packed && sliders && lead && numbers && figures) {
  const run = unpack(Uint8Array.from(atob(packed), (c) => c.charCodeAt(0))) as RunResult;
  new LiveReport(run, { sliders, lead, numbers, figures });
}
