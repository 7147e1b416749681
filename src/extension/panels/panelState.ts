import { TABS, type Tab, type ViewState } from '../../webview/protocol';

export type PanelState = ViewState;

const isTab = (value: unknown): value is Tab => TABS.some((tab) => tab === value);

/** What a page remembered, after a restart of the window; whatever is not as it should be is left out. */
export function panelState(value: unknown): PanelState {
  const { runId, tab, lambda, only } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  return {
    runId: typeof runId === 'string' ? runId : '',
    tab: isTab(tab) ? tab : 'overview',
    ...(typeof lambda === 'number' && lambda > 0 && Number.isFinite(lambda) && { lambda }),
    ...(isTab(only) && { only }),
  };
}
