import type { Rectangle } from '../../engine/contract/figure';
import { AXIS, FILTER_SPEC } from '../../engine/contract/filter';
import {
  count,
  flag,
  mended,
  object,
  oneOf,
  optional,
  pairOf,
  positive,
  type Schema,
  span,
  such,
  text,
  texts,
  whole,
} from '../../engine/contract/schema';
import { MOST_RUNS } from '../../figures/compare/refusal';
import { MEASURES } from '../../figures/compare/words';
import type { ComponentsViewOptions } from '../../figures/components/view';
import { type InspectState, SORTS } from '../../webview/inspect/inspected';
import { type CompareState, TABS, type ViewState } from '../../webview/protocol';

// What pages remember over a restart of the window. It shows what strangers wrote: whatever is not as it should be is left out.

/** Longer than any name or list of signs that a person types. */
const LONGEST = 10_000;
export const typed = such(text(), (value) => value.length <= LONGEST);
export const someText = such(typed, (value) => value !== '');
export const tab = oneOf(TABS);
/** A probability that a threshold can be. */
export const threshold = such(positive(), (value) => value < 1);

const stretch = such(span(), ([low, high]) => low <= high);

/** Whether they fit the run the page finds out. */
const components = mended<ComponentsViewOptions>(
  {
    pair: optional(pairOf(count())),
    colour: optional(whole()),
    selection: optional(object<Rectangle>({ x: stretch, y: stretch })),
    at: optional(count()),
  },
  {},
);

export const VIEW_STATE = mended<ViewState>(
  {
    runId: text(),
    tab,
    filter: optional(FILTER_SPEC),
    target: optional(count()),
    range: optional(pairOf(count())),
    pair: optional(pairOf(AXIS)),
    at: optional(count()),
    threshold: optional(threshold),
    components: optional(such(components, (value) => Object.keys(components.known(value) as object).length > 0)),
    before: optional(someText),
    only: optional(tab),
  },
  { runId: '', tab: 'overview' },
);

export const COMPARE_STATE = mended<CompareState>(
  {
    runIds: { ...texts(), known: (ids) => [...new Set(ids as readonly string[])].slice(0, MOST_RUNS) },
    baseline: optional(text()),
    target: optional(text()),
    measure: optional(oneOf(MEASURES)),
    race: optional(text()),
  },
  { runIds: [] },
);

export const INSPECT_STATE = mended<InspectState>(
  {
    file: typed,
    alone: optional(flag()),
    sort: optional(oneOf(SORTS)),
    reversed: optional(flag()),
    filter: optional(someText),
    open: optional(count()),
  },
  { file: '' },
);

/** What a page remembered, as far as it holds. */
export const remembered = <T>(state: Schema<T>, value: unknown): T => state.known(value) as T;
