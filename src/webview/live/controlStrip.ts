import type { Axis } from '../../engine/contract/filter';
import { axisValue } from '../../engine/filters/anyFilter';
import { classShown, fittedThreshold, thresholdPath } from '../../figures/fit/classView';
import { shortened } from '../../figures/fit/levelNames';
import { moveFilter } from '../../figures/view/moveFilter';
import type { LivePath } from '../../figures/view/paths';
import type { RunView } from '../../figures/view/view';
import { sameValue } from '../../figures/words/filterWords';
import { AxisControl } from './axisControl';
import { AxisScale } from './axisScale';
import type { TrackMark } from './marks';
import type { FrameMaker, SliderState, Strip, StripActions, StripFrame } from './strip';
import { ThresholdControl } from './thresholdControl';

/** A slider for each axis of the filter, and for the threshold of two classes. */
export class ControlStrip implements Strip {
  private readonly controls: ReadonlyMap<Axis, AxisControl>;
  private readonly threshold: ThresholdControl | undefined;
  private readonly frame: StripFrame;
  private state: SliderState;

  constructor(
    private readonly fitted: RunView,
    private readonly actions: StripActions,
    frameOf: FrameMaker,
  ) {
    const { run } = fitted;
    this.state = { filter: run.filter };
    this.controls = new Map(run.axes.map((axis) => [axis, this.control(axis)]));
    const at = fittedThreshold(run);
    this.threshold = at === undefined ? undefined : this.thresholdControl(at);
    const reset = () => {
      this.show({ filter: run.filter });
      actions.moved(this.state);
      actions.settled();
    };
    const sliders = [...this.controls.values(), ...(this.threshold ? [this.threshold] : [])];
    this.frame = frameOf(
      sliders.map(({ element }) => element),
      reset,
      () => ({ type: 'use', ...this.state }),
    );
    this.refresh();
  }

  get element(): HTMLElement {
    return this.frame.element;
  }

  show({ filter, threshold }: SliderState): void {
    const fitted = fittedThreshold(this.fitted.run);
    this.state = { filter, ...(threshold !== undefined && threshold !== fitted && { threshold }) };
    for (const [axis, control] of this.controls) control.show(axisValue(filter, axis));
    if (fitted !== undefined) this.threshold?.show(threshold ?? fitted);
    this.refresh();
  }

  drawScent(view: RunView): void {
    for (const [axis, control] of this.controls) {
      const path = view.path(axis);
      const error = path.loo.length > 0 ? path.loo : path.total;
      control.drawScent({ values: path.values, error, marks: marksOf(path) });
    }
    const path = this.threshold && thresholdPath(view);
    if (path) {
      const marks = [
        { text: 'fewest errors', value: path.values[path.least] },
        { text: '0.5', value: 0.5 },
      ];
      this.threshold?.drawScent({ values: path.values, error: path.wrong, marks });
    }
  }

  working(fraction: number, stage: string): string {
    return this.frame.working(fraction, stage);
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
        const filter = moveFilter(run.axes, this.state.filter, axis, value);
        this.state = { ...this.state, filter };
        // Another slider may have had to make way: k ≤ r.
        for (const [other, control] of this.controls) if (other !== axis) control.show(axisValue(filter, other));
        this.refresh();
        this.actions.moved(this.state);
      },
      this.actions.settled,
    );
  }

  private thresholdControl(fitted: number): ThresholdControl {
    const moved = (threshold: number) => {
      this.state = { filter: this.state.filter, ...(threshold !== fitted && { threshold }) };
      this.refresh();
      this.actions.moved(this.state);
    };
    return new ThresholdControl(shortened(classShown(this.fitted)), fitted, moved, this.actions.settled);
  }

  private refresh(): void {
    const { run } = this.fitted;
    const { filter, threshold } = this.state;
    const moved = run.axes.some((a) => !sameValue(a, axisValue(filter, a), axisValue(run.filter, a)));
    this.frame.offer(moved || threshold !== undefined);
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
