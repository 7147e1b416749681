import type { Axis } from '../engine/contract/filter';
import { goesOn, type Race } from '../engine/contract/race';
import type { RunResult } from '../engine/contract/run';
import { kernelTitle } from '../engine/kernels/kernelWords';
import { fittedThreshold } from '../figures/fit/classView';
import { overviewOf } from '../figures/fit/overview';
import type { RunBefore } from '../figures/improve/beforeAfter';
import { factsOf, type RunFacts } from '../figures/view/facts';
import { deriveView, type RunView, targetsOf, targetView, type ViewOptions } from '../figures/view/view';
import { plainText, spoken } from '../figures/words/describe';
import { pictureSource } from '../figures/words/pictureWords';
import { el } from './element';
import { icon } from './icons';
import { PanelFrame } from './live/panelFrame';
import { RacingLine } from './live/racingLine';
import { Redraw } from './live/redraw';
import type { SliderState } from './live/slider';
import { type FrameMaker, SliderStrip } from './live/sliderStrip';
import { filterOfSlider, fittingFilter, fittingPoint, slidersOf } from './live/sliders';
import type { FromView, ViewState } from './protocol.schema';
import type { RunPageContext, Shown } from './shown';
import { TabbedRun } from './tabbedRun';
import { headline, targetPicker } from './views/headPicks';
import { type Tab, THEORY } from './views/runTabs';
import { type FitTab, tabPart } from './views/tabParts';

/** True once a person has opened the sliders; this also holds for the runs that follow in this page. */
const strip = { open: false };

/** One run in the page: its head, its sliders, its tabs. */
export class ShownRun extends TabbedRun<RunView> implements Shown {
  readonly element: HTMLElement;
  private readonly head: HTMLElement;
  private readonly redraw = new Redraw(() => this.draw());
  private readonly title = el('p');
  private readonly racing = new RacingLine(() => this.context.post({ type: 'finishRace' }));
  /** Opens the sliders on tabs that do not always show them. */
  private readonly tune = el(
    'button.tune',
    { type: 'button', 'aria-expanded': 'false', title: 'Show the sliders, and every figure at their values' },
    icon('tune'),
    'Tune',
  );
  private controls: SliderStrip;
  private facts: RunFacts;
  private target: number;
  private sliderState: SliderState;
  private options: ViewOptions;
  protected view: RunView;

  constructor(
    private run: RunResult,
    state: ViewState,
    context: RunPageContext,
  ) {
    // Only tabs that the run has are opened.
    const part = (tab: Tab, shared: RunPageContext) => tabPart(tab as FitTab, shared);
    super(run, state, context, part, () => context.post({ type: 'compare' }));
    this.context = {
      ...context,
      source: () => pictureSource(this.run, this.facts.run.target, kernelTitle(this.run.kernel)),
      racing: this.racing.element,
      // The filter of a robust run is that of its ridge baseline, which stays.
      ...(run.robust === undefined && { set: (values) => this.set(values) }),
      setOptions: (options) => this.changeOptions(options),
      ...(state.only === undefined && { openTab: (tab: Tab) => this.open(tab) }),
      change: (change) => this.fitAgain({ type: 'change', change }),
    };
    this.target = Math.min(run.others.length, Math.max(0, state.target ?? 0));
    this.facts = factsOf(targetView(run, this.target));
    [this.sliderState, this.options] = this.restored(state);
    this.view = this.derived();
    this.controls = this.strip();
    const picker =
      run.others.length > 0
        ? [targetPicker(targetsOf(run), run.classes ? 'Class' : 'Target', this.target, (index) => this.retarget(index))]
        : [];
    this.tune.addEventListener('click', () => {
      strip.open = !strip.open;
      this.placeStrip(this.tab);
      if (strip.open) this.controls.element.querySelector<HTMLElement>('input[type=range]')?.focus();
    });
    this.head = this.headOf(run, this.title, [...picker, this.tune], [this.controls.element]);
    this.element = el('div.run', this.head, this.panels.element);
    this.retitle();
    this.showRacing();
  }

  /** The finding in one sentence. */
  get lead(): string {
    return plainText(overviewOf(this.view).lead);
  }

  working(fraction: number, stage: string): void {
    this.racing.working(fraction, stage, this.controls.frame.working(fraction, stage));
  }

  showBefore({ kind, run }: RunBefore): void {
    if (kind === 'fit' && this.context.beside) this.context.beside.before = run;
    this.draw();
  }

  idle(): void {
    this.controls.frame.idle();
  }

  follow(view: ViewState): void {
    const target = Math.min(this.run.others.length, Math.max(0, view.target ?? 0));
    if (target !== this.target) this.takeTarget(target);
    [this.sliderState, this.options] = this.restored(view);
    this.controls.show(this.sliderState);
    this.view = this.derived();
    this.placeStrip(this.tab);
    this.panels.update(this.tab, this.view);
    this.atRest(() => this.controls.drawScent(this.view));
  }

  /** Changes only the lanes: everything else of the view is as it was. */
  race(race: Race): void {
    this.run = { ...this.run, race };
    this.facts = { ...this.facts, run: { ...this.facts.run, race } };
    this.showRacing();
    this.redraw.request();
  }

  /** On the first screen, only that line shows the progress of the candidates. */
  private showRacing(tab = this.tab): void {
    const { race } = this.run;
    if (race) this.racing.showRace(race);
    this.element.classList.toggle('racing', race !== undefined && goesOn(race) && tab === 'overview');
  }

  private fitAgain(message: FromView): void {
    this.working(0, 'starting');
    this.context.post(message);
  }

  private strip(): SliderStrip {
    const { run } = this.facts;
    const fitted = deriveView(run, run.filter, this.facts);
    const actions = {
      moved: (sliderState: SliderState) => {
        this.sliderState = sliderState;
        this.redraw.request();
      },
      settled: (said?: string) => this.settle(said),
    };
    const cancel = () => this.context.post({ type: 'cancel' });
    const frame: FrameMaker = (sliders, reset, use) =>
      new PanelFrame(sliders, reset, () => this.fitAgain(use()), cancel);
    const strip = new SliderStrip(slidersOf(fitted), actions, frame);
    strip.show(this.sliderState);
    strip.drawScent(this.view);
    return strip;
  }

  /** Sets values picked in a map, or suggested beside a figure. */
  private set(values: Partial<Record<Axis, number>>): void {
    const filter = filterOfSlider(this.facts, this.sliderState.filter, values);
    this.sliderState = { ...this.sliderState, filter };
    this.controls.show(this.sliderState);
    this.draw();
    this.settle();
  }

  private changeOptions(options: ViewOptions): void {
    this.options = { ...this.options, ...options };
    this.draw();
  }

  /** The positions of the sliders and the options, as remembered. */
  private restored({ filter, at, threshold, range, pair }: ViewState): [SliderState, ViewOptions] {
    const { run } = this.facts;
    return [
      {
        filter: fittingFilter(run, filter),
        at: fittingPoint(run, at),
        ...(threshold !== undefined && fittedThreshold(run) !== undefined && { threshold }),
      },
      { ...(range && { range }), ...(pair && { pair }) },
    ];
  }

  /** Another target has its own spectrum of scores, its own filter and its own figures. */
  private retarget(index: number): void {
    this.takeTarget(index);
    this.remember();
    this.settle();
  }

  private takeTarget(index: number): void {
    this.target = index;
    this.facts = factsOf(targetView(this.run, index));
    this.sliderState = { filter: this.facts.run.filter, at: fittingPoint(this.facts.run, undefined) };
    this.view = this.derived();
    this.retitle();
    const before = this.controls.element;
    this.controls = this.strip();
    before.replaceWith(this.controls.element);
    this.panels.clear();
    this.open(this.tab);
  }

  private retitle(): void {
    const words = headline(this.run, this.facts.run.target, this.state.only);
    this.title.textContent = words;
    this.title.title = words;
  }

  private derived(): RunView {
    const { filter, at, threshold } = this.sliderState;
    const set = { at, ...(threshold !== undefined && { threshold }) };
    return deriveView(this.facts.run, filter, this.facts, { ...this.options, ...set });
  }

  protected override open(tab: Tab): void {
    this.showRacing(tab);
    this.placeStrip(tab);
    super.open(tab);
  }

  /**
   * Tabs of the theory always have the sliders; the others have them when asked for or when they have left the fitted
   * values; Data has none.
   */
  private placeStrip(tab: Tab): void {
    const moved = this.view.robust ? this.view.robust.moved : this.view.moved || this.options.threshold !== undefined;
    const shown = THEORY.has(tab) || (tab !== 'data' && (strip.open || moved));
    this.tune.hidden = THEORY.has(tab) || tab === 'data';
    this.tune.setAttribute('aria-expanded', String(shown));
    this.controls.element.classList.toggle('untuned', !shown);
    this.head.classList.toggle('still', !shown);
  }

  /** Derives the view once, then draws the tab in front. */
  private draw(): void {
    const begun = performance.now();
    this.view = this.derived();
    this.panels.update(this.tab, this.view);
    const milliseconds = performance.now() - begun;
    this.atRest(() => {
      // The landscapes of the other sliders.
      this.controls.drawScent(this.view);
      this.context.post({ type: 'drawn', tab: this.tab, milliseconds });
      this.remember();
    });
  }

  private settle(said?: string): void {
    // The next frame draws the view.
    const lead = plainText(overviewOf(this.derived()).lead);
    this.context.announce(spoken(said === undefined ? lead : `${said}. ${lead}`));
  }

  protected override chosen(): Partial<ViewState> {
    const { range, pair } = this.options;
    const { filter, at, threshold } = this.sliderState;
    return {
      ...(this.facts.run.robust === undefined && this.view.moved && { filter }),
      ...(at !== this.facts.run.robust?.at && { at }),
      ...(threshold !== undefined && { threshold }),
      ...(this.target > 0 && { target: this.target }),
      ...(range && { range }),
      ...(pair && { pair }),
    };
  }
}
