import { type AnyRun, isComponents, type RunResult } from '../../engine/contract/run';
import type { Tab } from '../protocol';

const TITLES: Readonly<Record<Tab, string>> = {
  overview: 'Overview',
  spectrum: 'Spectrum',
  alignment: 'Alignment',
  risk: 'Excess risk',
  fit: 'Fit',
  rows: 'Rows',
  scores: 'Scores',
  reconstruction: 'Reconstruction',
  outliers: 'Outliers',
  data: 'Data',
};

const OF_FITS: readonly Tab[] = ['overview', 'spectrum', 'alignment', 'risk', 'fit', 'data'];
const OF_ROBUST_FITS: readonly Tab[] = ['overview', 'spectrum', 'alignment', 'risk', 'fit', 'rows', 'data'];
const OF_COMPONENTS: readonly Tab[] = ['overview', 'spectrum', 'scores', 'reconstruction', 'outliers', 'data'];

type Kind = AnyRun | Pick<RunResult, 'robust'>;

const robustOf = (run: Kind) => ('robust' in run ? run.robust : undefined);

/** The tabs of a run in their order. What single rows do to a fit is told of robust ones alone: squares leave them all alike. */
export function tabsOf(run: Kind): readonly Tab[] {
  if (isComponents(run as AnyRun)) return OF_COMPONENTS;
  return robustOf(run) === undefined ? OF_FITS : OF_ROBUST_FITS;
}

/** A robust fit has a path along its strength in place of a risk that splits into bias and variance. */
export function tabTitle(tab: Tab, run: Kind): string {
  return tab === 'risk' && robustOf(run) !== undefined ? 'Path' : TITLES[tab];
}

/** The tab that was asked for; the first one where the run has no such tab. */
export function tabAmong(run: Kind, asked: Tab): Tab {
  const tabs = tabsOf(run);
  return tabs.includes(asked) ? asked : tabs[0];
}
