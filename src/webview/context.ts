import type { Rectangle } from '../engine/contract/figure';
import type { Axis } from '../engine/contract/filter';
import type { ComparedRun } from '../figures/compare/comparedRun';
import type { ComponentsViewOptions } from '../figures/components/view';
import type { RunChange } from '../figures/next/runChange';
import type { ViewOptions } from '../figures/view/view';
import type { PictureSource } from '../figures/words/pictureWords';
import type { Answers } from './answers';
import type { FromView } from './protocol.schema';
import type { Theme } from './theme';
import type { Tab } from './views/runTabs';

/**
 * The context that the parts of the page share: its theme, and the ways to reach the extension and the screen reader.
 */
export interface PageContext {
  readonly theme: Theme;
  readonly post: (message: FromView) => void;
  /** Spoken by screen readers when they are idle. */
  readonly announce: (text: string) => void;
  /** The subject of the figures, for pictures of them. Omitted if no file is behind them. */
  readonly source?: () => PictureSource;
  /** Moves the sliders to these values, and changes the figures' options. Omitted if there is no run to move. */
  readonly set?: (values: Partial<Record<Axis, number>>) => void;
  readonly setOptions?: (options: ViewOptions) => void;
  /** Takes one of the options that a figure offers. */
  readonly take?: (option: number) => void;
  /** Brings another tab of the run to the front. */
  readonly openTab?: (tab: Tab) => void;
  /** Fits the run again with a change. */
  readonly change?: (change: RunChange) => void;
  /**
   * Changes the options of a run of principal components; and selects the rows in a rectangle drawn over a figure, or
   * none.
   */
  readonly setComponentsOptions?: (options: ComponentsViewOptions) => void;
  readonly selectRows?: (rectangle: Rectangle | undefined) => void;
  /** The element shown in place of the next steps while candidates race. */
  readonly racing?: HTMLElement;
  /** Asks for results that are computed from the file or the model of the run. Omitted if nobody answers. */
  readonly ask?: Answers['ask'];
  /** The run that this one was fitted from, once it has arrived. */
  readonly beside?: { before?: ComparedRun };
}

export function lineOpener(context: PageContext): (line: number) => void {
  return (line) => context.post({ type: 'openLine', line });
}
