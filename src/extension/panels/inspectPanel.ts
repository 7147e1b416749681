import { type LogOutputChannel, Uri, type ViewColumn, type WebviewPanel } from 'vscode';
import { type Failure, KernelscopeError, toFailure } from '../../engine/contract/failure';
import { pack } from '../../engine/contract/pack';
import type { ColumnDetail } from '../../engine/contract/profile';
import type { FitRequest } from '../../engine/contract/run';
import { baseName } from '../../engine/words/fileName';
import { inertText } from '../../engine/words/inertText';
import type { DataAction, DataChange, Inspected, InspectState } from '../../webview/inspect/inspected';
import type { ExportFormat, ToView } from '../../webview/protocol';
import type { OpenedFile } from '../export/openLine';
import type { Help } from '../failureActions';
import { openDocs } from '../openDocs';
import type { ProgressPlace, ReportProgress } from '../tasks';
import { pageMessage } from './pageMessage';
import { placeOf, postTo, servePage } from './servedPage';

export interface Asking {
  readonly alone: boolean;
  readonly follow: ReportProgress;
  readonly place: ProgressPlace;
  readonly signal: AbortSignal;
}

/** A file as its panel shows it, and what a fit of it would be asked for. */
export interface LookedAt {
  readonly inspected: Inspected;
  readonly request: FitRequest;
}

/** What a data panel asks of the extension. */
export interface InspectHost {
  readonly extensionUri: Uri;
  readonly log: LogOutputChannel;
  /** Throws the engine's failures. */
  look(file: Uri, asking: Asking): Promise<LookedAt>;
  detail(request: FitRequest, column: number, signal: AbortSignal): Promise<ColumnDetail>;
  /** Keeps a choice with the file. */
  choose(file: Uri, looked: LookedAt, change: DataChange): Promise<void>;
  act(file: Uri, action: DataAction, looked: LookedAt): Promise<void>;
  helps(file: Uri, failure: Failure, retry: () => unknown): readonly Help[];
  openLine(file: OpenedFile, line: number): Promise<void>;
  save(file: Uri, name: string, format: ExportFormat, bytes: Uint8Array): Promise<void>;
}

/** The size of the file inspected, or why it cannot be read. */
export type InspectReport = { readonly rows: number; readonly columns: number } | { readonly failure: Failure };

/** The panel of one file's data. A hidden page is dropped: what it showed is kept and sent again. */
export class InspectPanel {
  private looked: LookedAt | undefined;
  private looking: { readonly abort: AbortController; fraction: number; stage: string } | undefined;
  private failed: { readonly failure: Failure; readonly helps: readonly Help[] } | undefined;
  private asking: AbortController | undefined;
  private pageReady = false;
  private closed = false;
  private shownNow = false;
  private shown: (() => void)[] = [];

  constructor(
    private readonly view: WebviewPanel,
    private state: InspectState,
    private readonly host: InspectHost,
  ) {
    view.webview.onDidReceiveMessage((sent: unknown) => this.receive(sent));
    view.onDidDispose(() => {
      this.closed = true;
      this.looking?.abort.abort();
      this.asking?.abort();
    });
    servePage(view, host.extensionUri, { title: view.title, page: 'inspection' });
  }

  /** The address of the file. */
  get origin(): string {
    return this.state.file;
  }

  get active(): boolean {
    return this.view.active;
  }

  get column(): ViewColumn | undefined {
    return this.view.viewColumn;
  }

  reveal(): void {
    this.view.reveal(undefined, true);
  }

  /** Resolves once the page shows what it was sent last. */
  whenShown(): Promise<InspectState> {
    if (this.shownNow) return Promise.resolve(this.state);
    return new Promise((resolve) => this.shown.push(() => resolve(this.state)));
  }

  /** Reads the file, again where it has been read; a later call cancels an earlier one. */
  async look(): Promise<InspectReport> {
    this.looking?.abort.abort();
    const abort = new AbortController();
    const looking = { abort, fraction: 0, stage: 'reading' };
    this.looking = looking;
    this.failed = undefined;
    this.shownNow = false;
    this.postProgress();
    const follow = (fraction: number, stage: string) => {
      Object.assign(looking, { fraction, stage });
      if (this.looking === looking) this.postProgress();
    };
    try {
      if (this.origin === '') throw unknownFile();
      const file = Uri.parse(this.origin);
      const place = placeOf(this.view, () => this.closed);
      const asking = { alone: this.state.alone === true, follow, place, signal: abort.signal };
      const looked = await this.host.look(file, asking);
      if (this.looking === looking) {
        this.looked = looked;
        this.looking = undefined;
        this.replay();
      }
      const { inspection } = looked.inspected.profile;
      return { rows: inspection.rows, columns: inspection.columns.length };
    } catch (error) {
      const failure = toFailure(error);
      this.host.log.warn(`inspect: ${failure.code}: ${failure.message}`);
      if (this.looking === looking) {
        this.looking = undefined;
        this.failed = { failure, helps: this.helps(failure) };
        this.replay();
      }
      return { failure };
    }
  }

  /** Handles a message of the page; public for tests. */
  async receive(sent: unknown): Promise<void> {
    const { host, looked } = this;
    const message = pageMessage(sent);
    if (message === undefined) {
      host.log.warn('page: a message was passed over, as it is none that a page sends');
      return;
    }
    if (message.type === 'ready') {
      this.pageReady = true;
      if (this.looked || this.looking || this.failed) this.replay();
      else await this.look();
    }
    if (message.type === 'inspectState') this.note(message.view);
    if (message.type === 'defect') host.log.error(`page: ${message.message}`, message.stack);
    if (message.type === 'explain') await openDocs(host.extensionUri, message.anchor);
    if (message.type === 'cancel') this.looking?.abort.abort();
    if (message.type === 'failureButton') await this.failed?.helps.find(({ action }) => action === message.id)?.act();
    if (looked === undefined) return;
    const file = Uri.parse(this.origin);
    if (message.type === 'dataChange') await this.change(file, looked, message.change);
    if (message.type === 'dataAction') await host.act(file, message.action, looked);
    if (message.type === 'ask' && message.question.kind === 'column')
      await this.answer(looked, message.id, message.question.column);
    if (message.type === 'openLine')
      await host.openLine({ origin: this.origin, inspection: looked.inspected.profile.inspection }, message.line);
    if (message.type === 'save') await host.save(file, message.name, message.format, message.bytes);
  }

  private async change(file: Uri, looked: LookedAt, change: DataChange): Promise<void> {
    const { alone: _, ...state } = this.state;
    if (change.kind === 'alone') this.state = { ...state, alone: true };
    if (change.kind === 'target') this.state = state;
    await this.host.choose(file, looked, change);
    await this.look();
  }

  /** The page may be a step behind: the file, and whether anything is to be predicted, stay those of the panel. */
  private note({ file: _, alone: __, ...view }: InspectState): void {
    const { file, alone } = this.state;
    this.state = { file, ...(alone && { alone }), ...view };
    if (this.looking) return;
    this.shownNow = true;
    for (const resolve of this.shown.splice(0)) resolve();
  }

  private async answer({ request }: LookedAt, id: number, column: number): Promise<void> {
    this.asking?.abort();
    this.asking = new AbortController();
    try {
      const value = pack(await this.host.detail(request, column, this.asking.signal));
      this.post({ type: 'answer', id, value });
    } catch (error) {
      this.post({ type: 'noAnswer', id, failure: toFailure(error) });
    }
  }

  private helps(failure: Failure): readonly Help[] {
    const retry = () => this.look();
    if (failure.code === 'run/cancelled') return [{ action: 'tryAgain', title: 'Try Again', act: retry }];
    return this.origin === '' ? [] : this.host.helps(Uri.parse(this.origin), failure, retry);
  }

  private replay(): void {
    if (!this.pageReady || this.closed) return;
    if (this.looked) {
      this.view.title = inspectTitle(this.looked.inspected.file);
      this.post({ type: 'inspected', bytes: pack(this.looked.inspected), view: this.state });
    }
    if (this.looking) this.postProgress();
    if (!this.failed) return;
    const { failure, helps } = this.failed;
    this.post({ type: 'failure', failure, buttons: helps.map(({ action, title }) => ({ id: action, title })) });
  }

  private postProgress(): void {
    const { fraction = 0, stage = '' } = this.looking ?? {};
    if (this.pageReady) this.post({ type: 'progress', fraction, stage });
  }

  private post(message: ToView): void {
    if (!this.closed) void postTo(this.view, message);
  }
}

/** "airfoil.csv · data" */
export const inspectTitle = (file: string): string => inertText(`${baseName(file)} · data`);

const unknownFile = (): KernelscopeError =>
  new KernelscopeError('file/not-found', 'The file of this panel is no longer known. Inspect it again.', { name: '' });
