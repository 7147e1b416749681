import type { Axis, FilterSpec } from '../../engine/contract/filter';
import { axisValue } from '../../engine/filters/anyFilter';
import { moveFilter } from '../../figures/view/moveFilter';
import type { LivePath } from '../../figures/view/paths';
import type { RunView } from '../../figures/view/view';
import { sameValue } from '../../figures/words/filterWords';
import { AxisControl } from './axisControl';
import { AxisScale } from './axisScale';
import { type SliderState, type Strip, type StripActions, StripFrame } from './strip';
import type { TrackMark } from './track';

/** A slider for each axis of the filter. */
export class ControlStrip implements Strip {
  private readonly controls: ReadonlyMap<Axis, AxisControl>;
  private readonly frame: StripFrame;
  private filter: FilterSpec;

  constructor(
    private readonly fitted: RunView,
    private readonly actions: StripActions,
  ) {
    const { run } = fitted;
    this.filter = run.filter;
    this.controls = new Map(run.axes.map((axis) => [axis, this.control(axis)]));
    const reset = () => {
      this.show(run);
      actions.moved({ filter: run.filter });
      actions.settled();
    };
    const use = () => actions.use({ type: 'use', filter: this.filter });
    const sliders = [...this.controls.values()].map(({ element }) => element);
    this.frame = new StripFrame(sliders, reset, use, actions.cancel);
    this.refresh();
  }

  get element(): HTMLElement {
    return this.frame.element;
  }

  show({ filter }: SliderState): void {
    this.filter = filter;
    for (const [axis, control] of this.controls) control.show(axisValue(filter, axis));
    this.refresh();
  }

  drawScent(view: RunView): void {
    for (const [axis, control] of this.controls) {
      const path = view.path(axis);
      const error = path.loo.length > 0 ? path.loo : path.total;
      control.drawScent({ values: path.values, error, marks: marksOf(path) });
    }
  }

  working(fraction: number, stage: string): void {
    this.frame.working(fraction, stage);
  }

  idle(): void {
    this.frame.idle();
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
        this.actions.moved({ filter: this.filter });
      },
      this.actions.settled,
    );
  }

  private refresh(): void {
    const { run } = this.fitted;
    this.frame.offer(run.axes.some((a) => !sameValue(a, axisValue(this.filter, a), axisValue(run.filter, a))));
  }
}

/** The least of every estimate, and the most regular value within one standard error of the least fold error; what matters most first. */
function marksOf({ values, least, loo, cv, fitted }: LivePath): TrackMark[] {
  const folds = cv.length > 0 && fitted;
  return [
    ...(loo.length > 0 ? [{ text: 'LOO', value: values[least.loo] }] : []),
    ...(folds ? [{ text: '1 SE', value: values[least.oneStandardError] }] : []),
    ...(folds ? [{ text: 'CV', value: values[least.cv] }] : []),
    { text: 'GCV', value: values[least.gcv] },
    { text: 'risk', value: values[least.total] },
  ];
}
