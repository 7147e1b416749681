/** Every id that package.json and the code share, once. package.json is generated from them. */

export const EXTENSION_ID = 'kernelscope.kernelscope';
export const EXTENSION_NAME = 'Kernelscope';

export const COMMAND = {
  fit: 'kernelscope.fit',
  someOutliers: 'kernelscope.someOutliers',
  manyOutliers: 'kernelscope.manyOutliers',
  ranges: 'kernelscope.ranges',
  allMethods: 'kernelscope.allMethods',
  settings: 'kernelscope.settings',
  inspect: 'kernelscope.inspect',
  fitAgain: 'kernelscope.fitAgain',
  fitOnCluster: 'kernelscope.fitOnCluster',
  recommend: 'kernelscope.recommend',
  moreExactly: 'kernelscope.moreExactly',
  changeData: 'kernelscope.changeData',
  openRun: 'kernelscope.openRun',
  deleteRun: 'kernelscope.deleteRun',
  clearRuns: 'kernelscope.clearRuns',
  renameRun: 'kernelscope.renameRun',
  pinRun: 'kernelscope.pinRun',
  fitRunAgain: 'kernelscope.fitRunAgain',
  compare: 'kernelscope.compare',
  compareRuns: 'kernelscope.compareRuns',
  nextTab: 'kernelscope.nextTab',
  previousTab: 'kernelscope.previousTab',
  cancel: 'kernelscope.cancel',
  showLog: 'kernelscope.showLog',
  leaveOut: 'kernelscope.leaveOut',
  predict: 'kernelscope.predict',
  saveScores: 'kernelscope.saveScores',
  exportModel: 'kernelscope.exportModel',
  insertCode: 'kernelscope.insertCode',
  fitVariable: 'kernelscope.fitVariable',
  report: 'kernelscope.report',
  copyCommandLine: 'kernelscope.copyCommandLine',
  shareRun: 'kernelscope.shareRun',
  importRun: 'kernelscope.importRun',
  openSample: 'kernelscope.openSample',
  getStarted: 'kernelscope.getStarted',
  reproduce: 'kernelscope.reproduce',
} as const;
export type CommandName = keyof typeof COMMAND;

/** Offers the server of dist/cli.js to the editor's chat. */
export const MCP_PROVIDER = 'kernelscope.mcp';

/** A method's command: its id in camelCase, "rf-ridge" → "kernelscope.rfRidge". */
export const methodCommand = (id: string): string =>
  `kernelscope.${id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}`;

export const VIEW = { container: 'kernelscope', runs: 'kernelscope.runs' } as const;
export const PANEL = {
  results: 'kernelscope.results',
  reproduction: 'kernelscope.reproduction',
  form: 'kernelscope.form',
  advice: 'kernelscope.advice',
  compare: 'kernelscope.compare',
  start: 'kernelscope.start',
  inspect: 'kernelscope.inspect',
} as const;
/** `contributes.walkthroughs`. */
export const WALKTHROUGH = 'start';
export const SUBMENU = {
  main: 'kernelscope.menu',
  robust: 'kernelscope.menu.robust',
  large: 'kernelscope.menu.large',
  components: 'kernelscope.menu.components',
  /** The actions on the run of the panel in front. */
  run: 'kernelscope.menu.run',
} as const;

/** The editor of stored runs' files. */
export const RUN_EDITOR = 'kernelscope.run';

/** `<section>.<name>` in settings.json. */
export const SETTING = {
  defaults: 'kernelscope.defaults',
  historyLimit: 'kernelscope.history.limit',
  moreEndings: 'kernelscope.files.moreEndings',
  linearAlgebra: 'kernelscope.linearAlgebra',
  clusterEngine: 'kernelscope.cluster.engine',
  clusterAddress: 'kernelscope.cluster.address',
  clusterPython: 'kernelscope.cluster.python',
  clusterDetails: 'kernelscope.cluster.details',
  terminalCommand: 'kernelscope.terminal.command',
} as const;

export const CONTEXT = {
  running: 'kernelscope.running',
  hasRuns: 'kernelscope.hasRuns',
  /**
   * True once, in this window, a run was compared or fitted again with a change; or a model or a report was asked for.
   */
  improved: 'kernelscope.improved',
  used: 'kernelscope.used',
} as const;

/** `contextValue` of items in the runs view. */
export const RUN_ITEM = {
  run: 'run',
  components: 'componentsRun',
  /** A run whose file has changed since. */
  stale: 'staleRun',
  staleComponents: 'staleComponentsRun',
  damaged: 'damagedRun',
  /** Several runs that can be compared. */
  group: 'runGroup',
} as const;

export const MEMENTO = {
  remembered: 'kernelscope.remembered',
  views: 'kernelscope.views',
  runMarks: 'kernelscope.runMarks',
  races: 'kernelscope.races',
  paces: 'kernelscope.paces',
  moved: 'kernelscope.moved',
} as const;
