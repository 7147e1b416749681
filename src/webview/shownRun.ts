import { plainText, spoken } from '../engine/figures/describe';
import type { RunFacts } from '../engine/figures/facts';
import { count } from '../engine/figures/numbers';
import { overviewOf } from '../engine/figures/overview';
import { deriveView, type RunView } from '../engine/figures/view';
import type { PageContext } from './context';
import { el } from './element';
import { ControlStrip } from './live/controlStrip';
import { Redraw } from './live/redraw';
import type { Tab, ViewState } from './protocol';
import type { Theme } from './theme';
import type { Part } from './views/part';
import { TAB_TITLES, TabBar, tabPanelId } from './views/tabBar';
import { tabPart } from './views/tabParts';

export interface RunPageContext extends PageContext {
  readonly remember: (state: ViewState) => void;
}

/** One run in the page: its head, its slider, its tabs. Only the tab in front follows the slider; others catch up when opened. */
export class ShownRun {
  readonly element: HTMLElement;
  private readonly head: HTMLElement;
  private readonly main = el('main');
  private readonly tabs: TabBar;
  private readonly controls: ControlStrip;
  private readonly redraw = new Redraw(() => this.follow());
  private readonly parts = new Map<Tab, Part>();
  private lambda: number;
  private tab: Tab;
  private settledDraw: ReturnType<typeof setTimeout> | undefined;
  view: RunView;

  constructor(
    private readonly facts: RunFacts,
    private readonly state: ViewState,
    private context: RunPageContext,
  ) {
    const { run } = facts;
    this.lambda = state.lambda !== undefined && state.lambda > 0 ? state.lambda : run.lambda;
    this.tab = state.only ?? state.tab;
    this.view = deriveView(run, this.lambda, facts);
    this.tabs = new TabBar(
      (tab) => this.open(tab),
      () => context.post({ type: 'popOut', tab: this.tab }),
    );
    this.controls = new ControlStrip(facts, {
      moved: (lambda) => {
        this.lambda = lambda;
        this.redraw.request();
      },
      settled: () => this.settle(),
      use: (lambda) => {
        this.working(0, 'starting');
        context.post({ type: 'use', lambda });
      },
      cancel: () => context.post({ type: 'cancel' }),
    });
    this.controls.show(this.lambda);
    this.head = el(
      'header',
      { class: state.only ? 'top only' : 'top' },
      el('div', { class: 'title' }, ...this.title()),
      state.only === undefined && this.tabs.element,
      this.controls.element,
    );
    this.element = el('div', { class: 'run' }, this.head, this.main);
  }

  /** Draws; the element must be in the page. */
  mount(): void {
    this.open(this.tab);
  }

  working(fraction: number, stage: string): void {
    this.controls.working(fraction, stage);
  }

  idle(): void {
    this.controls.idle();
  }

  /** Charts take their colours when they are made: all are made again, the one in front at once. */
  retheme(theme: Theme): void {
    this.context = { ...this.context, theme };
    this.clear();
    this.open(this.tab);
  }

  destroy(): void {
    clearTimeout(this.settledDraw);
    this.clear();
  }

  private clear(): void {
    for (const part of this.parts.values()) part.destroy?.();
    this.parts.clear();
    this.main.replaceChildren();
  }

  private title(): Node[] {
    const { run } = this.facts;
    const { columns, used } = run.data;
    const only = this.state.only === undefined ? '' : `${TAB_TITLES[this.state.only]} · `;
    const from = columns.length === 1 ? columns[0] : `${count(columns.length)} columns`;
    const kernel = `${run.model.kernel.name[0].toUpperCase()}${run.model.kernel.name.slice(1)} kernel`;
    const words = `${only}${run.target} from ${from} · ${count(used)} rows · ${run.method.title}, ${kernel}`;
    return [el('h1', { title: run.file.path }, run.file.name), el('p', { title: words }, words)];
  }

  private open(tab: Tab): void {
    const begun = performance.now();
    const changed = tab !== this.tab;
    this.tab = tab;
    this.tabs.select(tab);
    // The Data tab does not depend on lambda.
    this.controls.element.hidden = tab === 'data';
    this.head.classList.toggle('still', tab === 'data');
    let panel = this.main.querySelector<HTMLElement>(`#${tabPanelId(tab)}`);
    for (const other of this.main.children) if (other instanceof HTMLElement) other.hidden = other !== panel;
    let part = this.parts.get(tab);
    if (!part || !panel) {
      part = tabPart(tab, this.context);
      this.parts.set(tab, part);
      panel = el('div', { id: tabPanelId(tab), role: 'tabpanel', 'aria-labelledby': `tab-${tab}` }, part.element);
      this.main.append(panel);
    }
    part.update(this.view);
    this.context.post({ type: 'drawn', tab, milliseconds: performance.now() - begun });
    if (!changed) return;
    window.scrollTo({ top: 0 });
    this.remember();
  }

  /** One derivation, then the tab in front. */
  private follow(): void {
    const begun = performance.now();
    this.view = deriveView(this.facts.run, this.lambda, this.facts);
    this.parts.get(this.tab)?.update(this.view);
    const milliseconds = performance.now() - begun;
    // A drag reports its last frame, not each of sixty a second.
    clearTimeout(this.settledDraw);
    this.settledDraw = setTimeout(() => {
      this.context.post({ type: 'drawn', tab: this.tab, milliseconds });
      this.remember();
    }, 150);
  }

  private settle(): void {
    this.context.announce(spoken(plainText(overviewOf(this.view).lead)));
  }

  private remember(): void {
    const { moved } = this.view;
    const { lambda: _, ...rest } = this.state;
    this.context.remember({ ...rest, tab: this.tab, ...(moved && { lambda: this.lambda }) });
  }
}
