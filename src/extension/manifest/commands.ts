import type { MethodSpec } from '../../engine/contract/method';
import { COMMAND, CONTEXT, methodCommand, RUN_ITEM, VIEW } from '../ids';

/** A command and every place it stands. The palette shows each one unless `palette` says when, or never. */
export interface CommandEntry {
  readonly command: string;
  readonly title: string;
  /** A codicon; only where the command stands as a button. */
  readonly icon?: string;
  /** Group in the Kernelscope submenu of the explorer and the editor title. */
  readonly submenu?: string;
  /** Where in the runs view: its title bar, a run's inline buttons, its context menu. */
  readonly view?: readonly {
    readonly menu: 'view/title' | 'view/item/context';
    readonly group: string;
    readonly when?: string;
  }[];
  readonly palette?: string;
}

const onStale = `viewItem == ${RUN_ITEM.stale} || viewItem == ${RUN_ITEM.staleComponents}`;
const onComponents = `viewItem == ${RUN_ITEM.components} || viewItem == ${RUN_ITEM.staleComponents}`;
const onFit = `viewItem == ${RUN_ITEM.run} || viewItem == ${RUN_ITEM.stale}`;
const onRun = `${onFit} || ${onComponents}`;
const onAny = `${onRun} || viewItem == ${RUN_ITEM.damaged}`;

/** "Kernel ridge regression" → "Fit Kernel Ridge Regression…"; a single letter is a sign and stays small. */
export const methodTitle = ({ title }: Pick<MethodSpec, 'title'>): string =>
  `Fit ${title.replace(/(^|[\s-])(?!(?:of|with|and|by|for|the|an|in|on)\b)(\p{Ll})(?=\p{Ll})/gu, (_, gap, letter) => gap + letter.toUpperCase())}…`;

/** Methods that most people come for: they stand in the menu's first group, the others behind them by family. */
const FIRST: ReadonlySet<string> = new Set(['krr', 'tkrr', 'ckrr-hard', 'ckrr-features']);
const GROUP: Readonly<Record<MethodSpec['family'], string>> = {
  spectral: '2_spectral',
  robust: '3_robust',
  features: '4_features',
  components: '5_components',
};

export const methodCommands = (methods: readonly MethodSpec[]): CommandEntry[] =>
  methods.map((method, i) => ({
    command: methodCommand(method.id),
    title: methodTitle(method),
    submenu: `${FIRST.has(method.id) ? '1_first' : GROUP[method.family]}@${i + 1}`,
  }));

export const FIXED_COMMANDS: readonly CommandEntry[] = [
  { command: COMMAND.fitAgain, title: 'Fit Again with the Last Settings', submenu: '6_again@1' },
  { command: COMMAND.recommend, title: 'Recommend a Method…', submenu: '6_again@2' },
  { command: COMMAND.inspect, title: 'Inspect Data', submenu: '7_data@1' },
  { command: COMMAND.changeData, title: 'Change How the Data Are Read…', submenu: '7_data@2' },
  {
    command: COMMAND.openRun,
    title: 'Open Run',
    icon: '$(go-to-file)',
    palette: CONTEXT.hasRuns,
    view: [
      { menu: 'view/item/context', group: 'inline@1', when: onRun },
      { menu: 'view/item/context', group: '1_open@1', when: onRun },
    ],
  },
  {
    command: COMMAND.predict,
    title: 'Predict Rows with This Model…',
    palette: CONTEXT.hasRuns,
    view: [{ menu: 'view/item/context', group: '2_model@1', when: onRun }],
  },
  {
    command: COMMAND.saveScores,
    title: 'Save Scores…',
    palette: CONTEXT.hasRuns,
    view: [{ menu: 'view/item/context', group: '2_model@0', when: onComponents }],
  },
  {
    command: COMMAND.exportModel,
    title: 'Export Model…',
    palette: CONTEXT.hasRuns,
    view: [{ menu: 'view/item/context', group: '2_model@2', when: onRun }],
  },
  {
    command: COMMAND.fitRunAgain,
    title: 'Fit This Run Again',
    icon: '$(refresh)',
    palette: CONTEXT.hasRuns,
    view: [
      { menu: 'view/item/context', group: 'inline@0', when: onStale },
      { menu: 'view/item/context', group: '1_open@2', when: onRun },
    ],
  },
  {
    command: COMMAND.pinRun,
    title: 'Use as Baseline, or No Longer',
    palette: CONTEXT.hasRuns,
    view: [{ menu: 'view/item/context', group: '3_compare@2', when: onFit }],
  },
  {
    command: COMMAND.renameRun,
    title: 'Rename Run…',
    palette: CONTEXT.hasRuns,
    view: [{ menu: 'view/item/context', group: '8_name@1', when: onRun }],
  },
  {
    command: COMMAND.deleteRun,
    title: 'Delete Run',
    icon: '$(trash)',
    palette: CONTEXT.hasRuns,
    view: [
      { menu: 'view/item/context', group: 'inline@2', when: onAny },
      { menu: 'view/item/context', group: '9_delete@1', when: onAny },
    ],
  },
  {
    command: COMMAND.clearRuns,
    title: 'Delete All Runs…',
    icon: '$(clear-all)',
    palette: CONTEXT.hasRuns,
    view: [{ menu: 'view/title', group: 'navigation@9', when: CONTEXT.hasRuns }],
  },
  { command: COMMAND.cancel, title: 'Cancel', palette: CONTEXT.running },
  { command: COMMAND.openSample, title: 'Open a Sample…', view: [{ menu: 'view/title', group: '1_sample@1' }] },
  {
    command: COMMAND.reproduce,
    title: 'Reproduce a Figure from the Papers…',
    view: [{ menu: 'view/title', group: '1_sample@2' }],
  },
  { command: COMMAND.showLog, title: 'Show Log', view: [{ menu: 'view/title', group: '9_log@1' }] },
];

export const inRunsView = (when?: string): string => `view == ${VIEW.runs}${when ? ` && (${when})` : ''}`;
