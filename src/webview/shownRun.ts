import type { Axis, FilterSpec } from '../engine/contract/filter';
import type { RunResult } from '../engine/contract/run';
import { plainText, spoken } from '../engine/figures/describe';
import { factsOf, type RunFacts } from '../engine/figures/facts';
import { moveFilter } from '../engine/figures/moveFilter';
import { count } from '../engine/figures/numbers';
import { overviewOf } from '../engine/figures/overview';
import { targetsOf, targetView } from '../engine/figures/targetView';
import { deriveView, type Look, type RunView } from '../engine/figures/view';
import { kernelTitle } from '../engine/kernels/kernelWords';
import type { PageContext } from './context';
import { el } from './element';
import { ControlStrip } from './live/controlStrip';
import { Redraw } from './live/redraw';
import { fittingFilter } from './live/restore';
import type { Tab, ViewState } from './protocol';
import type { Theme } from './theme';
import type { Part } from './views/part';
import { TAB_TITLES, TabBar, tabPanelId } from './views/tabBar';
import { tabPart } from './views/tabParts';
import { targetPicker } from './views/targetPicker';

export interface RunPageContext extends PageContext {
  readonly remember: (state: ViewState) => void;
}

/** One run in the page: its head, its sliders, its tabs. Only the tab in front follows the sliders; others catch up when opened. */
export class ShownRun {
  readonly element: HTMLElement;
  private readonly head: HTMLElement;
  private readonly main = el('main');
  private readonly tabs: TabBar;
  private readonly redraw = new Redraw(() => this.follow());
  private readonly parts = new Map<Tab, Part>();
  private readonly title = el('p');
  private controls: ControlStrip;
  private facts: RunFacts;
  private target: number;
  private filter: FilterSpec;
  private look: Look;
  private tab: Tab;
  private context: RunPageContext;
  private settledDraw: ReturnType<typeof setTimeout> | undefined;
  view: RunView;

  constructor(
    private readonly run: RunResult,
    private readonly state: ViewState,
    context: RunPageContext,
  ) {
    this.context = {
      ...context,
      set: (values) => this.set(values),
      look: (look) => this.relook(look),
    };
    this.target = Math.min(run.others.length, Math.max(0, state.target ?? 0));
    this.facts = factsOf(targetView(run, this.target));
    this.filter = fittingFilter(this.facts.run, state.filter);
    this.look = { ...(state.range && { range: state.range }), ...(state.pair && { pair: state.pair }) };
    this.tab = state.only ?? state.tab;
    this.view = this.derived();
    this.tabs = new TabBar(
      (tab) => this.open(tab),
      () => context.post({ type: 'popOut', tab: this.tab }),
    );
    this.controls = this.strip();
    const picker =
      run.others.length > 0
        ? targetPicker(targetsOf(run), run.classes ? 'Class' : 'Target', this.target, (index) => this.retarget(index))
        : undefined;
    this.head = el(
      'header',
      { class: state.only ? 'top only' : 'top' },
      el('div', { class: 'title' }, el('h1', { title: run.file.path }, run.file.name), this.title, picker),
      state.only === undefined && this.tabs.element,
      this.controls.element,
    );
    this.element = el('div', { class: 'run' }, this.head, this.main);
    this.retitle();
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

  private strip(): ControlStrip {
    const strip = new ControlStrip(deriveView(this.facts.run, this.facts.run.filter, this.facts), {
      moved: (filter) => {
        this.filter = filter;
        this.redraw.request();
      },
      settled: () => this.settle(),
      use: (filter) => {
        this.working(0, 'starting');
        this.context.post({ type: 'use', filter });
      },
      cancel: () => this.context.post({ type: 'cancel' }),
    });
    strip.show(this.filter);
    strip.smell(this.view);
    return strip;
  }

  /** Values picked in a map, or suggested beside a figure. */
  private set(values: Partial<Record<Axis, number>>): void {
    const { axes } = this.run;
    for (const axis of axes) {
      const value = values[axis];
      if (value === undefined) continue;
      const [least, greatest] = this.facts.domains.get(axis) ?? [value, value];
      this.filter = moveFilter(axes, this.filter, axis, Math.min(greatest, Math.max(least, value)));
    }
    this.controls.show(this.filter);
    this.follow();
    this.settle();
  }

  private relook(look: Look): void {
    this.look = { ...this.look, ...look };
    this.follow();
  }

  /** Another target has its own spectrum of scores, its own filter and its own figures. */
  private retarget(index: number): void {
    this.target = index;
    this.facts = factsOf(targetView(this.run, index));
    this.filter = this.facts.run.filter;
    this.view = this.derived();
    this.retitle();
    const before = this.controls.element;
    this.controls = this.strip();
    before.replaceWith(this.controls.element);
    this.clear();
    this.open(this.tab);
    this.remember();
    this.settle();
  }

  private clear(): void {
    for (const part of this.parts.values()) part.destroy?.();
    this.parts.clear();
    this.main.replaceChildren();
  }

  private retitle(): void {
    const { run } = this;
    const { columns, used } = run.data;
    const only = this.state.only === undefined ? '' : `${TAB_TITLES[this.state.only]} · `;
    const from = columns.length === 1 ? columns[0] : `${count(columns.length)} columns`;
    const target = run.model.classes?.column ?? this.facts.run.target;
    const words = `${only}${target} from ${from} · ${count(used)} rows · ${run.method.title}, ${kernelTitle(run.kernel)}`;
    this.title.textContent = words;
    this.title.title = words;
  }

  private derived(): RunView {
    return deriveView(this.facts.run, this.filter, this.facts, this.look);
  }

  private open(tab: Tab): void {
    const begun = performance.now();
    const changed = tab !== this.tab;
    this.tab = tab;
    this.tabs.select(tab);
    // The Data tab does not depend on the filter.
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
    this.view = this.derived();
    this.parts.get(this.tab)?.update(this.view);
    const milliseconds = performance.now() - begun;
    // A drag reports its last frame, not each of sixty a second; then the other sliders learn what moved under them.
    clearTimeout(this.settledDraw);
    this.settledDraw = setTimeout(() => {
      this.controls.smell(this.view);
      this.context.post({ type: 'drawn', tab: this.tab, milliseconds });
      this.remember();
    }, 150);
  }

  private settle(): void {
    this.context.announce(spoken(plainText(overviewOf(this.view).lead)));
  }

  private remember(): void {
    const { runId, only } = this.state;
    const { range, pair } = this.look;
    this.context.remember({
      runId,
      tab: this.tab,
      ...(only && { only }),
      ...(this.view.moved && { filter: this.filter }),
      ...(this.target > 0 && { target: this.target }),
      ...(range && { range }),
      ...(pair && { pair }),
    });
  }
}
