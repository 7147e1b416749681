import {
  commands,
  type Disposable,
  EventEmitter,
  MarkdownString,
  RelativePattern,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  type TreeView,
  Uri,
  window,
  workspace,
} from 'vscode';
import { COMMAND, CONTEXT, RUN_ITEM, VIEW } from '../ids';
import { inertText } from '../inertText';
import { runDescription, runDetails, runLabel } from './label';
import { RUN_SUFFIX, type RunStore } from './store';
import { isDamaged, type RunEntry } from './summary';

/** "2 min ago" is kept true while someone can see it. */
const CLOCK = 60_000;

/** Writes of several files come in a burst; the tree is read once after it. */
const SETTLE = 150;

/** The view of past runs, newest first. Follows the folder, so that every window shows the same. */
export class RunsTree implements TreeDataProvider<RunEntry>, Disposable {
  private readonly changed = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: TreeView<RunEntry>;
  private readonly clock: NodeJS.Timeout;
  private watching: Disposable | undefined;
  private settling: NodeJS.Timeout | undefined;

  constructor(private readonly store: RunStore) {
    this.view = window.createTreeView(VIEW.runs, { treeDataProvider: this });
    this.clock = setInterval(() => this.view.visible && this.changed.fire(undefined), CLOCK);
    this.clock.unref();
  }

  refresh(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.changed.fire(undefined), SETTLE);
  }

  async getChildren(parent?: RunEntry): Promise<RunEntry[]> {
    if (parent) return [];
    this.watch();
    const entries = [...(await this.store.list())];
    void commands.executeCommand('setContext', CONTEXT.hasRuns, entries.length > 0);
    return entries;
  }

  getTreeItem(entry: RunEntry): TreeItem {
    return isDamaged(entry) ? damagedItem(entry.id, entry.damage) : runItem(entry);
  }

  /** A run is not inside another; said, so that `reveal` works. */
  getParent(): undefined {
    return undefined;
  }

  private watch(): void {
    if (this.watching) return;
    const watcher = workspace.createFileSystemWatcher(
      new RelativePattern(Uri.file(this.store.folder), `*${RUN_SUFFIX}`),
    );
    watcher.onDidCreate(() => this.refresh());
    watcher.onDidChange(() => this.refresh());
    watcher.onDidDelete(() => this.refresh());
    this.watching = watcher;
  }

  dispose(): void {
    clearInterval(this.clock);
    clearTimeout(this.settling);
    this.watching?.dispose();
    this.view.dispose();
    this.changed.dispose();
  }
}

function runItem(entry: Exclude<RunEntry, { damage: string }>): TreeItem {
  const item = new TreeItem(runLabel(entry));
  item.id = entry.id;
  item.description = runDescription(entry, Date.now());
  const { head, lines } = runDetails(entry);
  const tooltip = new MarkdownString();
  tooltip.appendMarkdown('**').appendText(head).appendMarkdown('**\n\n');
  for (const line of lines) tooltip.appendText(line).appendMarkdown('  \n');
  item.tooltip = tooltip;
  item.iconPath = new ThemeIcon(entry.components === undefined ? 'graph-line' : 'graph-scatter');
  item.contextValue = entry.components === undefined ? RUN_ITEM.run : RUN_ITEM.components;
  item.accessibilityInformation = { label: `${item.label}, ${item.description}` };
  item.command = { command: COMMAND.openRun, title: 'Open', arguments: [entry] };
  return item;
}

function damagedItem(id: string, damage: string): TreeItem {
  const item = new TreeItem('Damaged run');
  item.id = id;
  item.description = inertText(damage);
  item.tooltip = inertText(`${damage} Delete it, and fit the file again if you need it.`);
  item.iconPath = new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
  item.contextValue = RUN_ITEM.damaged;
  return item;
}
