import type { Axis, FilterSpec } from '../../engine/contract/filter';
import { sameValue } from '../../engine/figures/filterWords';
import { moveFilter } from '../../engine/figures/moveFilter';
import type { LivePath } from '../../engine/figures/paths';
import type { RunView } from '../../engine/figures/view';
import { axisValue } from '../../engine/spectrum/filters';
import { actionButton } from '../controls';
import { el } from '../element';
import { AxisControl, type AxisMark } from './axisControl';
import { AxisScale } from './axisScale';
import { ProgressBar } from './progressBar';

export interface StripActions {
  /** Every change of a slider or a field. */
  readonly moved: (filter: FilterSpec) => void;
  /** The end of a drag, a typed value, a key. */
  readonly settled: () => void;
  readonly use: (filter: FilterSpec) => void;
  readonly cancel: () => void;
}

/** The live parameters above the figures: a slider for each axis of the filter, Reset and Use this; while refitting, what the engine does. */
export class ControlStrip {
  readonly element: HTMLElement;
  private readonly controls: ReadonlyMap<Axis, AxisControl>;
  private readonly progress: ProgressBar;
  private readonly buttons: HTMLElement;
  private readonly reset;
  private readonly use;
  private filter: FilterSpec;

  constructor(
    private readonly fitted: RunView,
    private readonly actions: StripActions,
  ) {
    const { run } = fitted;
    this.filter = run.filter;
    this.controls = new Map(run.axes.map((axis) => [axis, this.control(axis)]));
    this.reset = actionButton('Reset', 'secondary', 'Back to what was fitted', () => {
      this.show(run.filter);
      actions.moved(run.filter);
      actions.settled();
    });
    this.use = actionButton('Use this', 'primary', 'Fit the stored model again with these values', () =>
      actions.use(this.filter),
    );
    this.buttons = el('div', { class: 'actions' }, this.reset.element, this.use.element);
    this.progress = new ProgressBar(actions.cancel);
    this.progress.element.hidden = true;
    this.element = el(
      'div',
      { class: 'controls', role: 'group', 'aria-label': 'Live parameters' },
      el(
        'div',
        { class: `axes of-${run.axes.length}` },
        ...[...this.controls.values()].map((control) => control.element),
      ),
      this.buttons,
      this.progress.element,
    );
    this.refresh();
  }

  /** The filter as it stands elsewhere: restored, picked in a map, or suggested. */
  show(filter: FilterSpec): void {
    this.filter = filter;
    for (const [axis, control] of this.controls) control.show(axisValue(filter, axis));
    this.refresh();
  }

  /** The landscapes under the sliders, with the other sliders where they stand. */
  smell(view: RunView): void {
    for (const [axis, control] of this.controls) {
      const path = view.path(axis);
      const known = path.loo.length > 0 ? path.loo : path.total;
      control.smell({ values: path.values, error: known, marks: marksOf(path) });
    }
  }

  working(fraction: number, stage: string): void {
    this.progress.show(fraction, stage);
    this.progress.element.hidden = false;
    this.buttons.hidden = true;
  }

  idle(): void {
    this.progress.element.hidden = true;
    this.buttons.hidden = false;
  }

  private control(axis: Axis): AxisControl {
    const { run, facts } = this.fitted;
    const [least, greatest] = facts.domains.get(axis) ?? [1, 10];
    const setup = {
      axis,
      scale: new AxisScale(axis, least, greatest),
      n: facts.n,
      fitted: axisValue(run.filter, axis),
      fittedBy: run.parameters.find((p) => p.name === axis)?.rule ?? 'set',
      principal: axis === run.axes[0],
    };
    return new AxisControl(
      setup,
      (value) => {
        this.filter = moveFilter(run.axes, this.filter, axis, value);
        // Another slider may have had to make way: k ≤ r.
        for (const [other, control] of this.controls) if (other !== axis) control.show(axisValue(this.filter, other));
        this.refresh();
        this.actions.moved(this.filter);
      },
      this.actions.settled,
    );
  }

  private refresh(): void {
    const { run } = this.fitted;
    const moved = run.axes.some((a) => !sameValue(a, axisValue(this.filter, a), axisValue(run.filter, a)));
    this.reset.enable(moved);
    this.use.enable(moved);
  }
}

/** The least of every estimate, and the most regular value within one standard error of the least fold error; what matters most first. */
function marksOf({ values, least, loo, cv, fitted }: LivePath): AxisMark[] {
  const folds = cv.length > 0 && fitted;
  return [
    ...(loo.length > 0 ? [{ text: 'LOO', value: values[least.loo] }] : []),
    ...(folds ? [{ text: '1 SE', value: values[least.oneStandardError] }] : []),
    ...(folds ? [{ text: 'CV', value: values[least.cv] }] : []),
    { text: 'GCV', value: values[least.gcv] },
    { text: 'risk', value: values[least.total] },
  ];
}
