import {
  commands,
  type Disposable,
  EventEmitter,
  l10n,
  MarkdownString,
  RelativePattern,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { RunStore } from '../../doors/runs/store';
import { type DamagedRun, isDamaged, type RunEntry, type StoredRunSummary } from '../../doors/runs/summary';
import { RUN_SUFFIX } from '../../engine/contract/run';
import { inertText } from '../../engine/words/inertText';
import { platform } from '../../platform/platform';
import { amount } from '../amount';
import { COMMAND, CONTEXT, RUN_ITEM, VIEW } from '../ids';
import { groupKey, type RunGroup, type RunMeasure, type RunRow, rowText, runGroups, runRows } from './groups';
import { runDescription, runDetails, runLabel } from './label';
import type { RunMarks } from './marks';
import { type FileState, fileStates } from './staleness';

/** Milliseconds after which texts such as "2 min ago" are updated while someone can see them. */
const CLOCK = 60_000;

/** Milliseconds. Several files are written in a burst; the tree is read once after it. */
const SETTLE = 150;

export type RunNode = RunGroup | RunEntry;

export const isGroup = (node: RunNode): node is RunGroup => 'runs' in node;

/** The parts of a run's row in addition to those that the run itself has. */
interface Row extends RunRow {
  readonly state: FileState;
}

/**
 * The view of past runs: by file and target, best first within each, then damaged runs. Follows the folder, so that
 * every window shows the same.
 */
export class RunsTree implements TreeDataProvider<RunNode>, Disposable {
  private readonly changed = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: TreeView<RunNode>;
  private readonly clock: NodeJS.Timeout;
  private readonly others: Disposable[];
  private watching: Disposable | undefined;
  private settling: NodeJS.Timeout | undefined;
  /** The rows of the runs listed last. */
  private readonly rows = new Map<string, Row>();

  constructor(
    private readonly store: RunStore,
    private readonly marks: RunMarks,
    /** Called when a run has been added, by any window or program. */
    private readonly came: () => void = () => {},
    /** The current address of a run's file. */
    private readonly placeOf: (run: StoredRunSummary) => string = ({ origin }) => origin,
  ) {
    this.view = window.createTreeView(VIEW.runs, { treeDataProvider: this, canSelectMany: true });
    this.clock = setInterval(() => this.view.visible && this.changed.fire(undefined), CLOCK);
    this.clock.unref?.();
    // Files are checked for changes again when these are likely.
    this.others = [
      workspace.onDidSaveTextDocument(() => this.view.visible && this.refresh()),
      window.onDidChangeWindowState(({ focused }) => focused && this.view.visible && this.refresh()),
    ];
    void this.noteWhetherAny();
  }

  refresh(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.changed.fire(undefined);
      // A view that nobody sees does not ask for its runs.
      void this.noteWhetherAny();
    }, SETTLE);
  }

  async getChildren(parent?: RunNode): Promise<RunNode[]> {
    if (parent) return isGroup(parent) ? [...parent.runs] : [];
    this.watch();
    const entries = await this.store.list();
    const groups = runGroups(entries);
    await this.describe(groups);
    return [...groups, ...entries.filter(isDamaged)];
  }

  getTreeItem(node: RunNode): TreeItem {
    if (isGroup(node)) return groupItem(node);
    if (isDamaged(node)) return damagedItem(node);
    const row = this.rows.get(node.id) ?? this.alone(node);
    if (row === undefined) return new TreeItem(l10n.t(node.method.title));
    return runItem(node, row, this.marks.baselineOf(groupKey(node)) === node.id);
  }

  private alone(node: StoredRunSummary): Row | undefined {
    const row = runRows(runGroups([node]), this.marks.nameOf).get(node.id);
    return row && { ...row, state: 'same' };
  }

  /** Needed for `reveal` to work. */
  async getParent(node: RunNode): Promise<RunNode | undefined> {
    if (isGroup(node) || isDamaged(node)) return undefined;
    return runGroups(await this.store.list()).find(({ key }) => key === groupKey(node));
  }

  /** Notes whether there are runs: the palette's commands depend on it, even if the view was never open. */
  private async noteWhetherAny(): Promise<void> {
    void commands.executeCommand('setContext', CONTEXT.hasRuns, await this.store.any());
  }

  private async describe(groups: readonly RunGroup[]): Promise<void> {
    const runs = groups.flatMap((group) => group.runs);
    const stateOf = await fileStates(runs, this.placeOf);
    const rows = runRows(groups, this.marks.nameOf);
    this.rows.clear();
    for (const run of runs) {
      const row = rows.get(run.id);
      if (row) this.rows.set(run.id, { ...row, state: stateOf(run) });
    }
    await this.marks.prune(new Set(runs.map(({ id }) => id)));
  }

  private watch(): void {
    if (this.watching) return;
    const { folder } = this.store;
    const base = platform.node ? Uri.file(folder) : Uri.parse(folder);
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(base, `*${RUN_SUFFIX}`));
    watcher.onDidCreate(() => {
      this.came();
      this.refresh();
    });
    watcher.onDidChange(() => this.refresh());
    watcher.onDidDelete(() => this.refresh());
    this.watching = watcher;
  }

  dispose(): void {
    clearInterval(this.clock);
    clearTimeout(this.settling);
    for (const other of this.others) other.dispose();
    this.watching?.dispose();
    this.view.dispose();
    this.changed.dispose();
  }
}

const MEASURE: Readonly<Record<RunMeasure, string>> = {
  typicalMiss: l10n.t('typical miss'),
  RMSE: 'RMSE',
  right: l10n.t('right'),
  components: l10n.t('components'),
};

function groupItem(group: RunGroup): TreeItem {
  const item = new TreeItem(runLabel(group), TreeItemCollapsibleState.Expanded);
  item.id = `group ${group.key}`;
  item.description = `${MEASURE[group.measure]} · ${amount(group.runs.length, 'runs')}`;
  item.tooltip = inertText(Uri.parse(group.origin).fsPath);
  item.contextValue = group.target !== '' && group.runs.length > 1 ? RUN_ITEM.group : '';
  item.accessibilityInformation = { label: `${item.label}, ${item.description}` };
  return item;
}

const STATE_WORDS: Readonly<Record<FileState, string>> = {
  same: '',
  changed: l10n.t('the file has changed'),
  missing: l10n.t('the file is missing'),
};

function runItem(run: StoredRunSummary, row: Row, pinned: boolean): TreeItem {
  const { how, state } = row;
  const item = new TreeItem(rowText(row));
  const components = run.components !== undefined;
  item.id = run.id;
  const said = [pinned ? l10n.t('baseline') : '', STATE_WORDS[state], how, runDescription(run, Date.now())];
  item.description = said.filter((part) => part !== '').join(' · ');
  const { head, lines } = runDetails(run);
  const tooltip = new MarkdownString();
  tooltip.appendMarkdown('**').appendText(head).appendMarkdown('**\n\n');
  if (state !== 'same')
    tooltip.appendText(`${l10n.t('Since this fit {0}.', STATE_WORDS[state])}`).appendMarkdown('  \n');
  for (const line of lines) tooltip.appendText(line).appendMarkdown('  \n');
  item.tooltip = tooltip;
  item.iconPath = iconOf(components, state, pinned);
  if (state === 'changed') item.contextValue = components ? RUN_ITEM.staleComponents : RUN_ITEM.stale;
  else item.contextValue = components ? RUN_ITEM.components : RUN_ITEM.run;
  item.accessibilityInformation = { label: `${item.label}, ${item.description}` };
  item.command = { command: COMMAND.openRun, title: l10n.t('Open'), arguments: [run] };
  return item;
}

function iconOf(components: boolean, state: FileState, pinned: boolean): ThemeIcon {
  if (state !== 'same') return new ThemeIcon('history', new ThemeColor('list.warningForeground'));
  if (pinned) return new ThemeIcon('pinned');
  return new ThemeIcon(components ? 'graph-scatter' : 'graph-line');
}

function damagedItem({ id, damage }: DamagedRun): TreeItem {
  const item = new TreeItem(l10n.t('Damaged run'));
  item.id = id;
  item.description = inertText(damage);
  item.tooltip = inertText(`${damage} ${l10n.t('Delete it, and fit the file again if you need it.')}`);
  item.iconPath = new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
  item.contextValue = RUN_ITEM.damaged;
  return item;
}
