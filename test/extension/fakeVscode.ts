// The module that bundles of unit tests load as `vscode`: enough of it for the parts of the extension that say, ask and
// write. It stores all texts that it was given to show, and answers as a test has told it to.

/** A place where VS Code shows text, and the text. */
export interface Shown {
  readonly place: string;
  readonly text: string;
}

type Answer = (place: string, options: readonly unknown[]) => unknown;

export const shown: Shown[] = [];
export const files = new Map<string, Uint8Array>();
export const found: Uri[] = [];
const noAnswer: Answer = () => undefined;
let answer = noAnswer;

export function reset(next: Answer = noAnswer): void {
  shown.length = 0;
  found.length = 0;
  files.clear();
  answer = next;
}

let progressOpens = () => {};
/** Resolves once a progress notification opens. */
export const nextProgress = () =>
  new Promise<void>((done) => {
    progressOpens = done;
  });

function show(place: string, ...texts: unknown[]): void {
  for (const text of texts) if (typeof text === 'string') shown.push({ place, text });
}

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly path: string,
    readonly query = '',
    readonly authority = '',
  ) {}

  get fsPath(): string {
    return this.path;
  }

  toString(): string {
    const query = this.query === '' ? '' : `?${encodeURIComponent(this.query)}`;
    return `${this.scheme}:${encodeURIComponent(this.path).replaceAll('%2F', '/')}${query}`;
  }

  static file = (path: string) => new Uri('file', path);
  static from = ({ scheme, path, query }: { scheme: string; path: string; query?: string }) =>
    new Uri(scheme, path, query);
  static parse(text: string): Uri {
    const [, scheme, authority, path] = /^([^:]+):(?:\/\/([^/]*))?(.*)$/.exec(text) ?? ['', 'file', '', text];
    return new Uri(scheme, decodeURIComponent(path), '', authority);
  }
  static joinPath = (base: Uri, ...parts: string[]) =>
    new Uri(base.scheme, decodeURI(new URL(`file://${[base.path, ...parts].map(encodeURI).join('/')}`).pathname));
}

export class Disposable {
  constructor(private readonly end: () => void = () => {}) {}
  dispose(): void {
    this.end();
  }
}

export class EventEmitter<T> {
  private readonly listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void) => {
    this.listeners.add(listener);
    return new Disposable(() => this.listeners.delete(listener));
  };
  fire(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

export class CancellationTokenSource {
  private readonly cancelled = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.cancelled.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.cancelled.fire();
  }
}

/** Extensions by their ids. */
export const installed = new Map<string, { activate(): Promise<unknown> }>();
export const extensions = { getExtension: (id: string) => installed.get(id) };

export const NotebookCellKind = { Code: 2 };
export class NotebookCellData {
  constructor(
    readonly kind: number,
    readonly value: string,
    readonly languageId: string,
  ) {}
}
export const NotebookEdit = { insertCells: (at: number, cells: readonly NotebookCellData[]) => ({ at, cells }) };
export class WorkspaceEdit {
  readonly edits: { readonly uri: Uri; readonly made: unknown }[] = [];
  set(uri: Uri, made: unknown): void {
    this.edits.push({ uri, made });
  }
}
/** The edits that `workspace.applyEdit` was handed, and its answer. */
export const applied: { edits: WorkspaceEdit[]; taken: boolean } = { edits: [], taken: true };

export const FileType = { File: 1, Directory: 2 } as const;

export class FileSystemError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** Escapes what it appends as text, as VS Code does. */
export class MarkdownString {
  value = '';
  appendText(text: string): this {
    this.value += text.replace(/[\\`*_{}[\]()#+\-!~]/g, '\\$&');
    return this;
  }
  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
}

export const TreeItemCollapsibleState = { Expanded: 2 };
export class TreeItem {
  constructor(readonly label: string) {}
}
export class ThemeIcon {
  constructor(readonly id: string) {}
}
export class ThemeColor extends ThemeIcon {}
export class TabInputText {}
export class TabInputCustom {}
export class RelativePattern {}
export class Range {
  constructor(
    readonly start: unknown,
    readonly end: unknown,
  ) {}
}

export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const InputBoxValidationSeverity = { Info: 1 };
export const ProgressLocation = { Notification: 15 };
export const StatusBarAlignment = { Left: 1 };
export const ConfigurationTarget = { Global: 1 };
export const ViewColumn = { One: 1, Beside: -2 };

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

const showItems = (items: readonly Item[]) => {
  for (const { label, description, detail } of items) show('pick', label, description, detail);
};

async function message(text: string, options: { readonly detail?: string }, ...buttons: unknown[]): Promise<unknown> {
  show('message', text, options.detail);
  for (const button of buttons) show('button', typeof button === 'string' ? button : (button as Item & Titled).title);
  return answer('message', buttons);
}
interface Titled {
  readonly title: string;
}

function dialog(place: string) {
  return async (options: { title?: string }) => {
    show(place, options.title);
    return answer(place, []);
  };
}

/** Accepts what a test answers, and otherwise hides, once it is shown. */
function quickPick() {
  const [accept, hide, change, button] = [1, 2, 3, 4].map(() => new EventEmitter<unknown>());
  const pick = {
    title: '',
    placeholder: '',
    value: '',
    items: [] as readonly Item[],
    activeItems: [] as readonly Item[],
    selectedItems: [] as readonly unknown[],
    onDidAccept: accept.event,
    onDidHide: hide.event,
    onDidChangeValue: change.event,
    onDidTriggerButton: button.event,
    dispose() {},
    show() {
      show('pick', pick.title, pick.placeholder);
      showItems(pick.items);
      const chosen = answer('pick', pick.items);
      if (chosen !== undefined) {
        pick.selectedItems = [chosen];
        accept.fire(undefined);
      }
      hide.fire(undefined);
    },
  };
  return pick;
}

export const window = {
  tabGroups: { activeTabGroup: {}, all: [] },
  activeTextEditor: undefined as unknown,
  visibleTextEditors: [] as unknown[],
  activeNotebookEditor: undefined as unknown,
  visibleNotebookEditors: [] as unknown[],
  showTextDocument: async (document: unknown) => document,
  showErrorMessage: message,
  showWarningMessage: message,
  showInformationMessage: message,
  showOpenDialog: dialog('dialog'),
  showSaveDialog: dialog('dialog'),
  createQuickPick: quickPick,
  async showQuickPick(items: readonly Item[], options: { title?: string; placeHolder?: string }) {
    show('pick', options.title, options.placeHolder);
    showItems(items);
    return answer('pick', items);
  },
  async showInputBox({ title, prompt, value, validateInput }: InputOptions) {
    show('input', title, prompt);
    const verdict = await validateInput?.(value ?? '');
    show('input', typeof verdict === 'string' ? verdict : verdict?.message);
    return answer('input', []);
  },
  async withProgress(
    { title }: Titled,
    task: (progress: { report(step: { message?: string }): void }, token: object) => Promise<unknown>,
  ) {
    show('progress', title);
    progressOpens();
    const report = ({ message }: { message?: string }) => show('progress', message);
    return task({ report }, { onCancellationRequested: new EventEmitter().event });
  },
  createStatusBarItem() {
    const item = {
      set text(text: string) {
        show('status', text);
      },
      set tooltip(text: string) {
        show('status', text);
      },
      show() {},
      dispose() {},
    };
    return item;
  },
  createTreeView: () => new Disposable(),
  onDidChangeWindowState: () => new Disposable(),
};

interface InputOptions extends Titled {
  readonly prompt: string;
  readonly value?: string;
  readonly validateInput?: (typed: string) => PromiseLike<string | { readonly message: string } | undefined>;
}

export const commands = { executeCommand: async (..._: unknown[]) => undefined };

export class McpStdioServerDefinition {
  constructor(
    readonly label: string,
    readonly command: string,
    readonly args: readonly string[],
    readonly env: Readonly<Record<string, string>>,
    readonly version: string,
  ) {}
}

interface McpProvider {
  readonly onDidChangeMcpServerDefinitions: (listener: () => void) => Disposable;
  readonly provideMcpServerDefinitions: () => readonly McpStdioServerDefinition[];
  readonly resolveMcpServerDefinition: (server: unknown) => Promise<unknown>;
}
/** The providers by the id that they were registered under. */
export const mcpProviders = new Map<string, McpProvider>();
export const lm: { registerMcpServerDefinitionProvider?: (id: string, provider: McpProvider) => Disposable } = {
  registerMcpServerDefinitionProvider(id, provider) {
    mcpProviders.set(id, provider);
    return new Disposable(() => mcpProviders.delete(id));
  },
};

export const foldersChanged = new EventEmitter<void>();
export const trustGranted = new EventEmitter<void>();
export const workspace = {
  isTrusted: true,
  onDidChangeWorkspaceFolders: foldersChanged.event,
  onDidGrantWorkspaceTrust: trustGranted.event,
  onDidChangeConfiguration: new EventEmitter<{ affectsConfiguration: (key: string) => boolean }>().event,
  textDocuments: [] as unknown[],
  openTextDocument: async (made: object) => ({ ...made, uri: Uri.from({ scheme: 'untitled', path: 'Untitled-1' }) }),
  async applyEdit(edit: WorkspaceEdit) {
    applied.edits.push(edit);
    return applied.taken;
  },
  onDidSaveTextDocument: () => new Disposable(),
  workspaceFolders: undefined as readonly { readonly name: string; readonly uri: Uri }[] | undefined,
  getConfiguration: () => ({ get: (_: string, otherwise: unknown) => otherwise, inspect: () => undefined }),
  findFiles: async () => found,
  asRelativePath: (uri: Uri) => uri.path.slice(1),
  createFileSystemWatcher: () => {
    const never = new EventEmitter<Uri>().event;
    return { onDidCreate: never, onDidChange: never, onDidDelete: never, dispose() {} };
  },
  fs: {
    async stat(uri: Uri): Promise<{ size: number; mtime: number; type: number }> {
      const file = files.get(uri.toString());
      if (!file) throw new FileSystemError('FileNotFound');
      return { size: file.length, mtime: 5000, type: FileType.File };
    },
    async readFile(uri: Uri) {
      const file = files.get(uri.toString());
      if (!file) throw new FileSystemError('FileNotFound');
      return file;
    },
    async writeFile(uri: Uri, content: Uint8Array) {
      files.set(uri.toString(), content);
    },
    /** Folders are entries that end in a slash. */
    async createDirectory(uri: Uri) {
      files.set(`${uri}/`, new Uint8Array());
    },
    async delete(uri: Uri) {
      const inside = [...files.keys()].filter((path) => path.startsWith(`${uri}/`));
      if (inside.length > 1) throw new FileSystemError('NoPermissions');
      if (!files.delete(inside[0] ?? uri.toString())) throw new FileSystemError('FileNotFound');
    },
    /** The last parts of names; a folder is any part between as well. */
    async readDirectory(uri: Uri): Promise<readonly (readonly [string, number])[]> {
      const within = [...files.keys()].flatMap((file) =>
        file.startsWith(`${uri}/`) && file !== `${uri}/`
          ? [decodeURIComponent(file.slice(uri.toString().length + 1)).split('/')]
          : [],
      );
      const entries = within.map(
        ([name, ...rest]) => [name, rest.length > 0 ? FileType.Directory : FileType.File] as const,
      );
      return [...new Map(entries)];
    },
  },
};

/**
 * The translations as VS Code has them: `bundle` by the English text, undefined where the window speaks English. A text
 * that is not in it stays English.
 */
export const l10n = {
  bundle: undefined as Readonly<Record<string, string>> | undefined,
  t: (message: string, ...args: (string | number | boolean)[]): string =>
    (l10n.bundle?.[message] ?? message).replace(/\{(\d+)\}/g, (whole, i) => String(args[i] ?? whole)),
};
export const env = { language: 'en', shell: '', clipboard: { writeText: async (_: string) => undefined } };
