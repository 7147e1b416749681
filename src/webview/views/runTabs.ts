import type { RunResult } from '../../engine/contract/run';
import { TABS, type Tab } from '../protocol';

const TITLES: Readonly<Record<Tab, string>> = {
  overview: 'Overview',
  spectrum: 'Spectrum',
  alignment: 'Alignment',
  risk: 'Excess risk',
  fit: 'Fit',
  rows: 'Rows',
  data: 'Data',
};

type Kind = Pick<RunResult, 'robust'>;

/** The tabs of a run in their order. What single rows do to a fit is told of robust ones alone: squares leave them all alike. */
export function tabsOf({ robust }: Kind): readonly Tab[] {
  return TABS.filter((tab) => tab !== 'rows' || robust !== undefined);
}

/** A robust fit has a path along its strength in place of a risk that splits into bias and variance. */
export function tabTitle(tab: Tab, { robust }: Kind): string {
  return tab === 'risk' && robust !== undefined ? 'Path' : TITLES[tab];
}

/** The tab that was asked for; the first one where the run has no such tab. */
export function tabAmong(run: Kind, asked: Tab): Tab {
  const tabs = tabsOf(run);
  return tabs.includes(asked) ? asked : tabs[0];
}
