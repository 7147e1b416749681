import type { Rectangle } from '../engine/contract/figure';
import type { ComponentsRun } from '../engine/contract/run';
import { count } from '../engine/words/numbers';
import { type ComponentsFacts, componentsFacts } from '../figures/components/facts';
import { componentsOverview } from '../figures/components/overview';
import { type ComponentsView, type ComponentsViewOptions, componentsView } from '../figures/components/view';
import { plainText } from '../figures/words/describe';
import { el } from './element';
import { undoPart } from './improve/undoPart';
import { ProgressBar } from './live/progressBar';
import { Redraw } from './live/redraw';
import type { Tab, ViewState } from './protocol';
import type { RunPageContext, Shown } from './shown';
import type { Theme } from './theme';
import { componentsPart } from './views/componentsParts';
import { headline } from './views/headline';
import { headPicks } from './views/headPicks';
import { pictureSource } from './views/pictureSource';
import { tabAmong } from './views/runTabs';
import { TabBar } from './views/tabBar';
import { TabPanels } from './views/tabPanels';

/** A run of principal components in the page: its head and its tabs. It has no sliders; what changes is what is shown. */
export class ShownComponents implements Shown {
  readonly element: HTMLElement;
  private readonly tabs: TabBar;
  private readonly panels = new TabPanels<ComponentsView>((tab) => componentsPart(tab, this.context));
  private readonly redraw = new Redraw(() => this.panels.update(this.tab, this.view));
  private readonly progress: ProgressBar;
  private readonly facts: ComponentsFacts;
  private context: RunPageContext;
  private options: ComponentsViewOptions;
  private tab: Tab;
  private rest: ReturnType<typeof setTimeout> | undefined;
  view: ComponentsView;

  constructor(
    private readonly run: ComponentsRun,
    private readonly state: ViewState,
    context: RunPageContext,
  ) {
    this.context = {
      ...context,
      source: () => pictureSource(run),
      setComponentsOptions: (options) => this.changeOptions(options),
      selectRows: (rectangle) => this.select(rectangle),
    };
    this.facts = componentsFacts(run.components);
    this.options = state.components ?? {};
    this.tab = tabAmong(run, state.only ?? state.tab);
    this.view = componentsView(run, this.facts, this.options);
    this.tabs = new TabBar(
      run,
      (tab) => this.open(tab),
      () => context.post({ type: 'popOut', tab: this.tab }),
    );
    const words = headline(run, '', state.only);
    const head = el(
      'header',
      { class: state.only ? 'top only' : 'top' },
      el(
        'div',
        { class: 'title' },
        el('h1', { title: run.file.path }, run.file.name),
        el('p', { title: words }, words),
        state.only === undefined && headPicks(run, context.post),
      ),
      state.only === undefined && this.tabs.element,
    );
    // Without sliders the title has its row to itself.
    head.classList.add('still');
    this.progress = new ProgressBar(() => context.post({ type: 'cancel' }));
    this.progress.element.hidden = true;
    const undo = state.before !== undefined && undoPart(context, run.request.design);
    this.element = el('div', { class: 'run' }, head, this.progress.element, undo, this.panels.element);
  }

  get lead(): string {
    return plainText(componentsOverview(this.view).lead);
  }

  mount(): void {
    this.open(this.tab);
  }

  working(fraction: number, stage: string): void {
    this.progress.element.hidden = false;
    this.progress.show(fraction, stage);
  }

  idle(): void {
    this.progress.element.hidden = true;
  }

  /** Without a target nothing races. */
  race(): void {}

  follow({ components = {} }: ViewState): void {
    this.options = components;
    this.view = componentsView(this.run, this.facts, components);
    this.redraw.request();
  }

  turnTab(by: number): void {
    if (this.state.only === undefined) this.tabs.turn(this.tab, by);
  }

  retheme(theme: Theme): void {
    this.context = { ...this.context, theme };
    this.panels.clear();
    this.open(this.tab);
  }

  destroy(): void {
    clearTimeout(this.rest);
    this.panels.clear();
  }

  private open(tab: Tab): void {
    const begun = performance.now();
    const changed = tab !== this.tab;
    this.tab = tab;
    this.tabs.select(tab);
    this.panels.open(tab, this.view);
    this.context.post({ type: 'drawn', tab, milliseconds: performance.now() - begun });
    if (!changed) return;
    window.scrollTo({ top: 0 });
    this.remember();
  }

  /** Another pair of components takes its selection away: the rectangle was drawn in the old ones. */
  private changeOptions(options: ComponentsViewOptions): void {
    const { selection, ...others } = this.options;
    const stillSelected = options.pair === undefined && selection ? { selection } : {};
    this.applyOptions({ ...others, ...stillSelected, ...options });
    if (options.pair || options.colour !== undefined || options.at !== undefined)
      this.context.announce(this.announcement());
  }

  private select(rectangle: Rectangle | undefined): void {
    const { selection: _, ...others } = this.options;
    this.applyOptions(rectangle ? { ...others, selection: rectangle } : others);
    const { length } = this.view.selected;
    this.context.announce(
      rectangle ? `${count(length)} ${length === 1 ? 'row' : 'rows'} selected.` : 'No rows selected.',
    );
  }

  private applyOptions(options: ComponentsViewOptions): void {
    this.options = options;
    this.view = componentsView(this.run, this.facts, options);
    this.redraw.request();
    // A drag reports where it ended, not each of its frames.
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.remember(), 150);
  }

  /** What changed, for those who do not see it. */
  private announcement(): string {
    const { pair, coloured, at } = this.view;
    if (this.tab === 'reconstruction') return `Compared with ${count(at)} components.`;
    const axes = pair.map((axis) => (axis === 0 ? 'reconstruction error' : `component ${axis}`));
    return `${axes.join(' and ')}${coloured ? `, coloured by ${coloured.column}` : ''}.`;
  }

  private remember(): void {
    const { runId, only, before } = this.state;
    const changed = Object.keys(this.options).length > 0;
    this.context.remember({
      runId,
      tab: this.tab,
      ...(only && { only }),
      ...(before && { before }),
      ...(changed && { components: this.options }),
    });
  }
}
