import { type AnyRun, isComponents, type RunResult } from '../../engine/contract/run';

/** The kinds of a run that have different tabs. */
type RunKind = 'fit' | 'robust' | 'components';

const FITS: readonly RunKind[] = ['fit', 'robust'];
const COMPONENTS: readonly RunKind[] = ['components'];
const ALL: readonly RunKind[] = [...FITS, ...COMPONENTS];

/** The tabs in their order. */
const RUN_TABS = {
  overview: { title: 'Overview', of: ALL },
  rows: { title: 'Rows', of: FITS },
  columns: { title: 'Columns', of: FITS },
  spectrum: { title: 'Spectrum', of: ALL },
  alignment: { title: 'Alignment', of: FITS },
  risk: { title: 'Excess risk', of: FITS },
  scores: { title: 'Scores', of: COMPONENTS },
  reconstruction: { title: 'Reconstruction', of: COMPONENTS },
  outliers: { title: 'Outliers', of: COMPONENTS },
  data: { title: 'Data', of: ALL },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly of: readonly RunKind[] }>>;

export type Tab = keyof typeof RUN_TABS;
export const TABS = Object.keys(RUN_TABS) as Tab[];

/** Tabs whose figures follow the sliders at any values: the sliders are always shown. */
export const THEORY: ReadonlySet<Tab> = new Set(['spectrum', 'alignment', 'risk']);

type Kind = AnyRun | Pick<RunResult, 'robust'>;

function kindOf(run: Kind): RunKind {
  if (isComponents(run as AnyRun)) return 'components';
  return 'robust' in run && run.robust !== undefined ? 'robust' : 'fit';
}

/** The tabs of a run in their order. */
export function tabsOf(run: Kind): readonly Tab[] {
  const kind = kindOf(run);
  return TABS.filter((tab) => RUN_TABS[tab].of.includes(kind));
}

/** A robust fit has a path along its strength in place of a risk that splits into bias and variance. */
export function tabTitle(tab: Tab, run: Kind): string {
  return tab === 'risk' && kindOf(run) === 'robust' ? 'Path' : RUN_TABS[tab].title;
}

/** The tab that was asked for; the first one if the run has no such tab. */
export function tabAmong(run: Kind, asked: Tab): Tab {
  const tabs = tabsOf(run);
  return tabs.includes(asked) ? asked : tabs[0];
}
