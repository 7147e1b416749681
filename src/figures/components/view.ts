import type { ColourColumn, ReconstructionCurve } from '../../engine/contract/components';
import type { Rectangle } from '../../engine/contract/figure';
import type { ComponentsRun } from '../../engine/contract/run';
import { type ComponentsFacts, componentsFacts } from './facts';

/** Stands on the vertical axis for the part of each row that the components leave, in place of a component. */
export const ERROR_AXIS = 0;

/** The choices of a person; a choice that is left out, or does not fit the run, takes its default. */
export interface ComponentsViewOptions {
  /** Components on the axes of the score plot, 1 … l; the second may be `ERROR_AXIS`. */
  readonly pair?: readonly [number, number];
  /** Which of the run's colour columns; −1 for none. */
  readonly colour?: number;
  /** The rectangle in the score plot, in scores. */
  readonly selection?: Rectangle;
  /** Number of components at which forms are compared by their cost. */
  readonly at?: number;
}

/**
 * The facts that a run of components needs about the run that it was refitted from without some rows. Plain data and
 * typed arrays.
 */
export interface ComponentsBefore {
  /** Fraction of the trace of the first 1 … l components together. */
  readonly cumulative: Float64Array;
  /** Errors of the fit itself, and whether they were measured on held-out rows. */
  readonly curve?: ReconstructionCurve;
  readonly heldOut: boolean;
}

/** A run of components seen in one way. */
export interface ComponentsView {
  readonly run: ComponentsRun;
  readonly facts: ComponentsFacts;
  readonly pair: readonly [number, number];
  /** Index among the run's colour columns, −1 for none, and the column itself. */
  readonly colour: number;
  readonly coloured: ColourColumn | undefined;
  readonly selection: Rectangle | undefined;
  /** Places among the pooled rows that lie in the rectangle. */
  readonly selected: readonly number[];
  /** Numbers of components that all curves were measured at, without 0; and the one shown. */
  readonly counts: readonly number[];
  readonly at: number;
  /** The run that this one was fitted from without some of its rows, once it is known. */
  readonly before: ComponentsBefore | undefined;
}

/** Pass `facts` to every view of the same run. */
export function componentsView(
  run: ComponentsRun,
  facts: ComponentsFacts = componentsFacts(run),
  options: ComponentsViewOptions = {},
  before?: ComponentsBefore,
): ComponentsView {
  const { colours, reconstruction } = run.components;
  const { l } = facts;
  const pair = fittingPair(options.pair, l);
  const colour =
    options.colour !== undefined && options.colour < colours.length ? options.colour : Math.min(0, colours.length - 1);
  const [first, ...others] = reconstruction;
  const counts = Array.from(first?.components ?? []).filter(
    (i) => i > 0 && others.every(({ components }) => components.includes(i)),
  );
  const at = options.at !== undefined && counts.includes(options.at) ? options.at : (counts[counts.length - 1] ?? l);
  const { selection } = options;
  return {
    run,
    facts,
    pair,
    colour,
    coloured: colours[colour],
    selection,
    selected: selection ? rowsIn(facts, pair, selection) : [],
    counts,
    at,
    before,
  };
}

function fittingPair(wanted: ComponentsViewOptions['pair'], l: number): readonly [number, number] {
  if (wanted && wanted[0] >= 1 && wanted[0] <= l && wanted[1] >= 0 && wanted[1] <= l && wanted[0] !== wanted[1])
    return wanted;
  return l > 1 ? [1, 2] : [1, ERROR_AXIS];
}

/** The values of an axis of the score plot over the pooled rows. */
export function axisValues({ pooled }: ComponentsFacts, axis: number): ArrayLike<number> {
  return axis === ERROR_AXIS ? pooled.error : pooled.component(axis);
}

function rowsIn(facts: ComponentsFacts, [a, b]: readonly [number, number], { x, y }: Rectangle): number[] {
  const [across, up] = [axisValues(facts, a), axisValues(facts, b)];
  const places: number[] = [];
  for (let i = 0; i < facts.pooled.count; i++)
    if (across[i] >= x[0] && across[i] <= x[1] && up[i] >= y[0] && up[i] <= y[1]) places.push(i);
  return places;
}
