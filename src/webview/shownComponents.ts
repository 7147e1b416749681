import type { Rectangle } from '../engine/contract/figure';
import type { ComponentsRun } from '../engine/contract/run';
import { kernelTitle } from '../engine/kernels/kernelWords';
import { count } from '../engine/words/numbers';
import { counted } from '../engine/words/sentence';
import { withoutRows } from '../figures/components/before';
import { type ComponentsFacts, componentsFacts } from '../figures/components/facts';
import { componentsOverview } from '../figures/components/overview';
import {
  type ComponentsBefore,
  type ComponentsView,
  type ComponentsViewOptions,
  componentsView,
} from '../figures/components/view';
import type { RunBefore } from '../figures/improve/beforeAfter';
import { plainText } from '../figures/words/describe';
import { pictureSource } from '../figures/words/pictureWords';
import type { PageContext } from './context';
import { el, say } from './element';
import { undoButton } from './improve/beforePart';
import { ProgressBar } from './live/progressBar';
import { Redraw } from './live/redraw';
import type { ViewState } from './protocol.schema';
import type { RunPageContext, Shown } from './shown';
import { TabbedRun } from './tabbedRun';
import { componentsPart } from './views/componentsParts';
import { headline } from './views/headPicks';
import type { Part } from './views/part';

/** A run of principal components in the page: its head and its tabs. It has no sliders; only its options change. */
export class ShownComponents extends TabbedRun<ComponentsView> implements Shown {
  readonly element: HTMLElement;
  private readonly redraw = new Redraw(() => this.panels.update(this.tab, this.view));
  private readonly progress: ProgressBar;
  private readonly facts: ComponentsFacts;
  private options: ComponentsViewOptions;
  private before: ComponentsBefore | undefined;
  private readonly undo: Part<ComponentsView> | undefined;
  protected view: ComponentsView;

  constructor(
    private readonly run: ComponentsRun,
    state: ViewState,
    context: RunPageContext,
  ) {
    super(run, state, context, componentsPart);
    this.context = {
      ...context,
      source: () => pictureSource(run, '', kernelTitle(run.kernel)),
      setComponentsOptions: (options) => this.changeOptions(options),
      selectRows: (rectangle) => this.select(rectangle),
    };
    this.facts = componentsFacts(run);
    this.options = state.components ?? {};
    this.view = this.derived();
    const words = headline(run, '', state.only);
    const head = this.headOf(run, el('p', { title: words }, words));
    // Without sliders the title has its row to itself.
    head.classList.add('still');
    this.progress = new ProgressBar(() => context.post({ type: 'cancel' }));
    this.progress.element.hidden = true;
    if (state.before !== undefined) this.undo = undoPart(context);
    this.undo?.update(this.view);
    this.element = el('div.run', head, this.progress.element, this.undo?.element ?? false, this.panels.element);
  }

  get lead(): string {
    return plainText(componentsOverview(this.view).lead);
  }

  working(fraction: number, stage: string): void {
    this.progress.element.hidden = false;
    this.progress.show(fraction, stage);
  }

  idle(): void {
    this.progress.element.hidden = true;
  }

  showBefore({ kind, run }: RunBefore): void {
    if (kind !== 'components') return;
    this.before = run;
    this.view = this.derived();
    this.undo?.update(this.view);
    this.redraw.request();
  }

  /** Does nothing: without a target there is no race. */
  race(): void {}

  follow({ components = {} }: ViewState): void {
    this.options = components;
    this.view = this.derived();
    this.redraw.request();
  }

  private derived(): ComponentsView {
    return componentsView(this.run, this.facts, this.options, this.before);
  }

  /** Choosing another pair of components removes the selection: the rectangle was drawn over the old pair. */
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
    this.context.announce(rectangle ? `${counted(length, 'row')} selected.` : 'No rows selected.');
  }

  private applyOptions(options: ComponentsViewOptions): void {
    this.options = options;
    this.view = this.derived();
    this.redraw.request();
    this.atRest(() => this.remember());
  }

  /** The change, for people who do not see it. */
  private announcement(): string {
    const { pair, coloured, at } = this.view;
    if (this.tab === 'reconstruction') return `Compared with ${count(at)} components.`;
    const axes = pair.map((axis) => (axis === 0 ? 'reconstruction error' : `component ${axis}`));
    return `${axes.join(' and ')}${coloured ? `, coloured by ${coloured.column}` : ''}.`;
  }

  protected override chosen(): Partial<ViewState> {
    return Object.keys(this.options).length > 0 ? { components: this.options } : {};
  }
}

/** Components without some rows, beside those of the previous fit, and the way back. */
function undoPart(context: PageContext): Part<ComponentsView> {
  const words = el('p.say');
  return {
    element: el('section.undo', { 'aria-label': 'Before and after' }, words, undoButton(context)),
    update: (view) => say(words, withoutRows(view)),
  };
}
