import type { MethodSpec } from '../../engine/contract/method';
import { DATA_FILES } from '../../engine/words/fileName';
import {
  COMMAND,
  CONTEXT,
  type CommandName,
  EXTENSION_NAME,
  methodCommand,
  PANEL,
  RUN_EDITOR,
  RUN_ITEM,
  type SUBMENU,
} from '../ids';

/**
 * The prefixes that the palette puts before a command's title and that menus omit. The palette sorts alphabetically,
 * and "/" comes after ":", so that "Kernelscope: Fit…" comes before all of these.
 */
const CATEGORY = {
  methods: `${EXTENSION_NAME}/Methods`,
  data: `${EXTENSION_NAME}/Data`,
  runs: `${EXTENSION_NAME}/Runs`,
} as const;

export type MenuName = Exclude<keyof typeof SUBMENU, 'main'>;

/** A command and all its places. The palette always shows it unless `palette` says when, or never. */
export interface CommandEntry {
  readonly command: string;
  readonly title: string;
  /** A codicon; only if the command is also a button. */
  readonly icon?: string;
  /** Group in the Kernelscope submenu of the explorer and the editor title. */
  readonly submenu?: string;
  /** The same in the submenus of that menu, and in the menu of the panel in front. */
  readonly menus?: Readonly<Partial<Record<MenuName, string>>>;
  /** If omitted, the extension's name alone. */
  readonly category?: (typeof CATEGORY)[keyof typeof CATEGORY];
  /** The group in the title bar of the runs view, shown under the same condition as in the palette. */
  readonly viewTitle?: string;
  /** The groups of a run's inline buttons and context menu there, each with its condition. */
  readonly item?: Readonly<Record<string, string>>;
  readonly palette?: string;
  readonly keys?: KeyBinding;
}

/** A key binding. It avoids Ctrl+Alt, which is AltGr on many keyboards, except on a Mac, where Alt types signs. */
export interface KeyBinding {
  readonly key: string;
  readonly mac?: string;
  readonly when: string;
}

/** A chord whose first key VS Code does not use. */
const chord = (letter: string, when: string): KeyBinding => ({
  key: `alt+k ${letter}`,
  mac: `ctrl+alt+k ${letter}`,
  when,
});

const inPanel = `activeWebviewPanelId == '${PANEL.results}' || activeCustomEditorId == '${RUN_EDITOR}'`;
/** The condition under which the commands of a file know it: a table in front, or the panel of one. */
const onTable = `resourceFilename =~ ${DATA_FILES} || activeWebviewPanelId == '${PANEL.compare}' || ${inPanel}`;

export const IN_NOTEBOOK = "notebookType == 'jupyter-notebook' || notebookType == 'interactive'";
const onStale = `viewItem == ${RUN_ITEM.stale} || viewItem == ${RUN_ITEM.staleComponents}`;
const onComponents = `viewItem == ${RUN_ITEM.components} || viewItem == ${RUN_ITEM.staleComponents}`;
const onFit = `viewItem == ${RUN_ITEM.run} || viewItem == ${RUN_ITEM.stale}`;
const onGroup = `viewItem == ${RUN_ITEM.group}`;
const onRun = `${onFit} || ${onComponents}`;
const onAny = `${onRun} || viewItem == ${RUN_ITEM.damaged}`;

/** "Kernel ridge regression" → "Fit Kernel Ridge Regression…"; a single letter is a sign and stays lower case. */
export const methodTitle = ({ title }: Pick<MethodSpec, 'title'>): string =>
  `Fit ${title.replace(/(^|[\s-])(?!(?:of|with|and|by|for|the|an|in|on)\b)(\p{Ll})(?=\p{Ll})/gu, (_, gap, letter) => gap + letter.toUpperCase())}…`;

/** The submenu of a family; filters of the squared loss, and robust methods by their names, are only in All Methods. */
const MENU: Readonly<Record<MethodSpec['family'], MenuName | undefined>> = {
  spectral: undefined,
  robust: undefined,
  features: 'large',
  components: 'components',
};

const methodCommands = (methods: readonly MethodSpec[]): CommandEntry[] =>
  methods.map((method, i) => {
    const menu = MENU[method.family];
    return {
      command: methodCommand(method.id),
      title: methodTitle(method),
      category: CATEGORY.methods,
      ...(menu && { menus: { [menu]: `1_methods@${i + 1}` } }),
    };
  });

/** Submenus of the Kernelscope menu, in its group of methods. */
export const FAMILY_MENUS: readonly { readonly menu: MenuName; readonly label: string; readonly group: string }[] = [
  { menu: 'robust', label: 'Robust', group: '2_methods@1' },
  { menu: 'large', label: 'Large Files', group: '2_methods@2' },
  { menu: 'components', label: 'Components', group: '2_methods@3' },
];

/** Every command except those of methods, in the order of package.json. */
const COMMANDS: Readonly<Record<CommandName, Omit<CommandEntry, 'command'>>> = {
  fit: { title: 'Fit…', submenu: '1_fit@1', keys: chord('f', onTable) },
  fitAgain: {
    title: 'Fit Again',
    category: CATEGORY.runs,
    submenu: '1_fit@3',
    menus: { run: '3_fit@1' },
    keys: chord('a', onTable),
  },
  compare: {
    title: 'Compare…',
    category: CATEGORY.methods,
    submenu: '1_fit@2',
    keys: chord('c', onTable),
  },
  inspect: { title: 'Inspect Data', submenu: '1_fit@4' },
  changeData: {
    title: 'Change How the Data Are Read…',
    category: CATEGORY.data,
    submenu: '1_fit@5',
  },
  someOutliers: { title: 'Some Outliers…', palette: 'false', menus: { robust: '1_methods@1' } },
  manyOutliers: { title: 'Many Outliers…', palette: 'false', menus: { robust: '1_methods@2' } },
  ranges: { title: 'Ranges…', palette: 'false', menus: { robust: '1_methods@3' } },
  allMethods: {
    title: 'All Methods…',
    category: CATEGORY.methods,
    submenu: '2_methods@4',
    menus: { robust: '2_all@1' },
  },
  settings: {
    title: 'Fit with Other Settings…',
    category: CATEGORY.methods,
    menus: { run: '3_fit@2' },
  },
  recommend: { title: 'Recommend a Method…', menus: { large: '2_advice@1' } },
  moreExactly: { title: 'Fit More Exactly…', category: CATEGORY.runs, palette: CONTEXT.hasRuns },
  fitOnCluster: {
    title: 'Fit on a Cluster…',
    category: CATEGORY.methods,
    menus: { large: '3_cluster@1' },
  },
  compareRuns: {
    title: 'Compare Runs',
    category: CATEGORY.runs,
    icon: '$(graph)',
    menus: { run: '3_fit@3' },
    item: { 'inline@1': onGroup, '3_compare@1': `${onFit} || ${onGroup}` },
  },
  openRun: {
    title: 'Open Run',
    category: CATEGORY.runs,
    icon: '$(go-to-file)',
    item: { 'inline@1': onRun, '1_open@1': onRun },
  },
  predict: {
    title: 'Predict Rows with This Model…',
    category: CATEGORY.runs,
    menus: { run: '1_use@1' },
    keys: chord('p', inPanel),
    item: { '2_model@1': onRun },
  },
  leaveOut: {
    title: 'Leave Out Suspect Rows and Fit Again',
    palette: CONTEXT.hasRuns,
    item: { '2_model@3': onFit },
  },
  saveScores: {
    title: 'Save Scores…',
    category: CATEGORY.runs,
    item: { '2_model@0': onComponents },
  },
  exportModel: {
    title: 'Export Model…',
    category: CATEGORY.runs,
    menus: { run: '1_use@2' },
    item: { '2_model@2': onRun },
  },
  insertCode: {
    title: 'Insert Code…',
    category: CATEGORY.runs,
    menus: { run: '1_use@3' },
    item: { '2_model@4': onRun },
  },
  fitVariable: {
    title: 'Fit a Notebook Variable…',
    category: CATEGORY.data,
    icon: '$(graph-scatter)',
    palette: IN_NOTEBOOK,
  },
  report: {
    title: 'Save Report…',
    category: CATEGORY.runs,
    menus: { run: '2_share@1' },
    item: { '4_share@1': onRun },
  },
  copyCommandLine: {
    title: 'Copy Command Line',
    category: CATEGORY.runs,
    menus: { run: '2_share@2' },
    item: { '4_share@2': onRun },
  },
  shareRun: {
    title: 'Save a Copy of the Run…',
    category: CATEGORY.runs,
    menus: { run: '2_share@3' },
    item: { '4_share@3': onRun },
  },
  importRun: {
    title: 'Import Run…',
    category: CATEGORY.runs,
    viewTitle: '1_sample@3',
  },
  fitRunAgain: {
    title: 'Fit This Run Again',
    category: CATEGORY.runs,
    icon: '$(refresh)',
    palette: CONTEXT.hasRuns,
    item: { 'inline@0': onStale, '1_open@2': onRun },
  },
  pinRun: {
    title: 'Pin or Unpin as Baseline',
    category: CATEGORY.runs,
    palette: CONTEXT.hasRuns,
    item: { '3_compare@2': onFit },
  },
  renameRun: {
    title: 'Rename Run…',
    category: CATEGORY.runs,
    palette: CONTEXT.hasRuns,
    item: { '8_name@1': onRun },
  },
  deleteRun: {
    title: 'Delete Run',
    category: CATEGORY.runs,
    icon: '$(trash)',
    palette: CONTEXT.hasRuns,
    item: { 'inline@2': onAny, '9_delete@1': onAny },
  },
  clearRuns: {
    title: 'Delete All Runs…',
    category: CATEGORY.runs,
    icon: '$(clear-all)',
    palette: CONTEXT.hasRuns,
    viewTitle: 'navigation@9',
  },
  nextTab: {
    title: 'Next Tab of the Panel',
    palette: inPanel,
    keys: { key: 'alt+pagedown', when: inPanel },
  },
  previousTab: {
    title: 'Previous Tab of the Panel',
    palette: inPanel,
    keys: { key: 'alt+pageup', when: inPanel },
  },
  cancel: { title: 'Cancel', category: CATEGORY.runs, palette: CONTEXT.running },
  getStarted: { title: 'Get Started', viewTitle: '1_sample@0' },
  openSample: { title: 'Open a Sample…', viewTitle: '1_sample@1' },
  reproduce: { title: 'Reproduce a Figure from the Papers…', viewTitle: '1_sample@2' },
  showLog: { title: 'Show Log', viewTitle: '9_log@1' },
};

export const commandEntries = (methods: readonly MethodSpec[]): readonly CommandEntry[] => [
  ...methodCommands(methods),
  ...Object.entries(COMMANDS).map(([name, entry]) => ({ command: COMMAND[name as CommandName], ...entry })),
];
