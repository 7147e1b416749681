import { isCount, isPositive } from '../../engine/contract/shape';
import { isAxis } from '../../engine/filters/axes';
import { storedFilter } from '../../engine/filters/storedFilter';
import type { ComponentsViewOptions } from '../../figures/components/view';
import { TABS, type Tab, type ViewState } from '../../webview/protocol';

export type PanelState = ViewState;

export const isTab = (value: unknown): value is Tab => TABS.some((tab) => tab === value);

/** A probability that a threshold can be. */
export const isThreshold = (value: unknown): value is number => isPositive(value) && value < 1;

/** What a page remembered, after a restart of the window; whatever is not as it should be is left out. */
export function panelState(value: unknown): PanelState {
  const { runId, tab, filter, target, range, pair, at, threshold, components, before, only } = fieldsOf(value);
  const spec = storedFilter(filter);
  const options = componentsOptionsOf(components);
  return {
    runId: typeof runId === 'string' ? runId : '',
    tab: isTab(tab) ? tab : 'overview',
    ...(spec && { filter: spec }),
    ...(isCount(target) && { target }),
    ...(Array.isArray(range) && range.length === 2 && range.every(isCount) && { range: [range[0], range[1]] as const }),
    ...(Array.isArray(pair) && pair.length === 2 && pair.every(isAxis) && { pair: [pair[0], pair[1]] as const }),
    ...(isCount(at) && { at }),
    ...(isThreshold(threshold) && { threshold }),
    ...(options && { components: options }),
    ...(typeof before === 'string' && before !== '' && { before }),
    ...(isTab(only) && { only }),
  };
}

/** Whether it fits the run the page finds out. */
function componentsOptionsOf(value: unknown): ComponentsViewOptions | undefined {
  const { pair, colour, selection, at } = fieldsOf(value);
  const { x, y } = fieldsOf(selection);
  const options: ComponentsViewOptions = {
    ...(Array.isArray(pair) && pair.length === 2 && pair.every(isCount) && { pair: [pair[0], pair[1]] as const }),
    ...(Number.isInteger(colour) && { colour: colour as number }),
    ...(isStretch(x) && isStretch(y) && { selection: { x, y } }),
    ...(isCount(at) && { at }),
  };
  return Object.keys(options).length > 0 ? options : undefined;
}

const isStretch = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && value[0] <= value[1];

function fieldsOf(value: unknown): Record<string, unknown> {
  return (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
}
