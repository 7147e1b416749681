import type { AnyRun } from '../engine/contract/run';
import { el } from './element';
import { afterPaint } from './live/redraw';
import type { ViewState } from './protocol.schema';
import type { RunPageContext } from './shown';
import type { Theme } from './theme';
import { headPicks } from './views/headPicks';
import type { Part } from './views/part';
import { type Tab, tabAmong } from './views/runTabs';
import { TabBar, tabPanelId } from './views/tabBar';

/** Milliseconds after which a drag has ended. */
const REST = 150;

/**
 * The tabs of a run of any kind in the page: only the one in front follows its view V, others catch up when they are
 * opened.
 */
export abstract class TabbedRun<V> {
  protected readonly tabs: TabBar;
  protected readonly panels: TabPanels<V>;
  protected tab: Tab;
  protected abstract view: V;
  private resting: ReturnType<typeof setTimeout> | undefined;

  /** `compare` is omitted for runs that cannot be compared. */
  constructor(
    run: AnyRun,
    protected readonly state: ViewState,
    protected context: RunPageContext,
    part: (tab: Tab, context: RunPageContext) => Part<V>,
    compare?: () => void,
  ) {
    this.tab = tabAmong(run, state.only ?? state.tab);
    this.panels = new TabPanels((tab) => part(tab, this.context));
    const popOut = () => context.post({ type: 'popOut', tab: this.tab });
    this.tabs = new TabBar(run, (tab) => this.open(tab), popOut, compare);
  }

  /** The head of the page: the file, words on the run, what stands `beside` them, the tabs, and what is `below` these. */
  protected headOf(
    run: AnyRun,
    words: HTMLElement,
    beside: readonly Node[] = [],
    below: readonly Node[] = [],
  ): HTMLElement {
    const alone = this.state.only !== undefined;
    return el(
      'header',
      { class: alone ? 'top only' : 'top' },
      el(
        'div.title',
        el('h1', { title: run.file.path }, run.file.name),
        words,
        !alone && headPicks(run, this.context.post),
        ...beside,
      ),
      !alone && this.tabs.element,
      ...below,
    );
  }

  /** Draws; the element must be in the page. */
  mount(): void {
    this.open(this.tab);
  }

  turnTab(by: number): void {
    if (this.state.only === undefined) this.tabs.turn(this.tab, by);
  }

  /** Charts take their colours when they are made: all are made again, the one in front at once. */
  retheme(theme: Theme): void {
    this.context = { ...this.context, theme };
    this.panels.clear();
    this.open(this.tab);
  }

  destroy(): void {
    clearTimeout(this.resting);
    this.panels.clear();
  }

  protected open(tab: Tab): void {
    const begun = performance.now();
    const changed = tab !== this.tab;
    this.tab = tab;
    this.tabs.select(tab);
    this.panels.open(tab, this.view);
    const milliseconds = performance.now() - begun;
    afterPaint(() => this.context.post({ type: 'drawn', tab, milliseconds }));
    if (!changed) return;
    window.scrollTo({ top: 0 });
    this.remember();
  }

  /** Reports a drag where it ended, not at each of its frames. */
  protected atRest(report: () => void): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.panels.rest(this.tab, this.view);
      report();
    }, REST);
  }

  protected remember(): void {
    const { runId, only, before } = this.state;
    this.context.remember({
      runId,
      tab: this.tab,
      ...(only && { only }),
      ...(before && { before }),
      ...this.chosen(),
    });
  }

  /** The person's changes to the view. */
  protected abstract chosen(): Partial<ViewState>;
}

/**
 * The panels below a run's tabs. Each is made when its tab is first opened; only the one in front follows the run's
 * view V.
 */
class TabPanels<V> {
  readonly element = el('main');
  private readonly parts = new Map<Tab, Part<V>>();

  constructor(private readonly make: (tab: Tab) => Part<V>) {}

  /** Brings a tab to the front; the element must be in the page. */
  open(tab: Tab, view: V): void {
    let panel = this.element.querySelector<HTMLElement>(`#${tabPanelId(tab)}`);
    for (const other of this.element.children) if (other instanceof HTMLElement) other.hidden = other !== panel;
    let part = this.parts.get(tab);
    if (!part || !panel) {
      part = this.make(tab);
      this.parts.set(tab, part);
      panel = el('div', { id: tabPanelId(tab), role: 'tabpanel', 'aria-labelledby': `tab-${tab}` }, part.element);
      this.element.append(panel);
    }
    part.update(view);
    part.rest?.(view);
  }

  update(tab: Tab, view: V): void {
    this.parts.get(tab)?.update(view);
  }

  rest(tab: Tab, view: V): void {
    this.parts.get(tab)?.rest?.(view);
  }

  /** Removes all tabs; they are made again when they are opened. */
  clear(): void {
    for (const part of this.parts.values()) part.destroy?.();
    this.parts.clear();
    this.element.replaceChildren();
  }
}
