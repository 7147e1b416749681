import type { FilterSpec } from '../../engine/contract/filter';
import type { RunView } from '../../figures/view/view';
import type { FromView } from '../protocol.schema';
import type { TrackMark } from './marks';

/** The sliders' values: a filter of the spectrum; for a robust fit a point of its path, by index; for two classes their threshold. */
export interface SliderState {
  readonly filter: FilterSpec;
  readonly at?: number;
  readonly threshold?: number;
}

/** The error along a slider's axis, as its track shows it; it changes while another slider moves. */
export interface Scent {
  readonly values: ArrayLike<number>;
  readonly error: ArrayLike<number>;
  readonly marks: readonly TrackMark[];
}

/** One parameter that a slider moves: its words, its scale, and its place among the sliders' values. */
export interface Slider {
  /** The id of its field, and of the parameter that moves: an axis of the filter, a strength, the threshold. */
  readonly id: string;
  /** A class of its element, in addition to the id. */
  readonly kind?: string;
  readonly sign: string;
  /** The term in the glossary that explains the sign, if there is one. */
  readonly term?: string;
  readonly unit: string;
  /** Names of the slider and of its field, for screen readers. */
  readonly label: string;
  readonly fieldLabel: string;
  /** The number of training rows, if a second field shows n times the value. */
  readonly n?: number;
  /** True if its field takes integers only. */
  readonly integer: boolean;

  /** Positions of the slider run from 0 to `last`, evenly or by `step`. */
  readonly last: number;
  readonly step: number | 'any';
  position(value: number): number;
  value(position: number): number;
  /** The value that a typed number asks for, and the number that its field shows. */
  typed(number: number): number;
  shown(value: number): number;
  /** How keys move it, by steps or to an end (±∞); absent if the browser's own steps are right. */
  readonly keys?: {
    readonly step: number;
    readonly leap: number;
    moved(value: number, by: number): number;
  };

  /** The value beside a mark, and as it is spoken. */
  text(value: number): string;
  spoken(value: number): string;
  /** The text beside the field, and the hint on it; `became` is the text on what became of a typed number. */
  state(value: number, became: string): { readonly text: string; readonly title?: string };
  /** The text on what became of a typed number that could not be set exactly; '' if it could. */
  became?(value: number, typed: number): string;

  of(state: SliderState): number;
  into(state: SliderState, value: number): SliderState;
  isFitted(value: number): boolean;
  /** The error along it while the others keep their values: scented widgets (Willett, Heer and Agrawala 2007). */
  scent(view: RunView): Scent | undefined;
}

/** The sliders of a run, and the message that asks for a fit at their values. */
export interface Sliders {
  readonly sliders: readonly Slider[];
  readonly fitted: SliderState;
  use(state: SliderState): FromView;
}
