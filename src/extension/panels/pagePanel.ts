import { commands, type LogOutputChannel, Uri, type ViewColumn, type WebviewPanel } from 'vscode';
import { toFailure } from '../../engine/contract/failure';
import type { ToView } from '../../webview/protocol';
import { type FromView, pageMessage, type Question } from '../../webview/protocol.schema';
import type { ProgressPlace, ReportProgress } from '../tasks';
import { type OtherPage, postTo, servePage } from './servedPage';

/** The parts of the extension that every panel needs. */
export interface PageHost {
  readonly extensionUri: Uri;
  readonly log: LogOutputChannel;
}

/** The task that a panel waits for, and its progress. */
export interface UnderWay {
  readonly cancel: () => void;
  fraction: number;
  stage: string;
}

/**
 * A panel whose page asks for all its contents whenever it is new: when the panel opens, when it returns from hiding,
 * after a reload of the window.
 */
export abstract class PagePanel<State, Shown = State, Wait extends UnderWay = UnderWay> {
  protected underWay: Wait | undefined;
  protected closed = false;
  /** The state that the page reports to show. */
  protected shown: Shown | undefined;
  private ready = false;
  private readonly opened = performance.now();
  private waiting: ((shown: Shown) => void)[] = [];
  private job: AbortController | undefined;
  /** The last question asked of each kind. */
  private readonly asked = new Map<Question['kind'], AbortController>();

  constructor(
    protected readonly view: WebviewPanel,
    protected state: State,
    protected readonly host: PageHost,
    page?: OtherPage,
  ) {
    view.webview.onDidReceiveMessage((sent: unknown) => this.receive(sent));
    view.onDidDispose(() => {
      this.closed = true;
      this.cancel();
      for (const asking of this.asked.values()) asking.abort();
    });
    servePage(view, host.extensionUri, { title: view.title, page });
  }

  get active(): boolean {
    return this.view.active;
  }

  get column(): ViewColumn | undefined {
    return this.view.viewColumn;
  }

  /** The place where the progress of its task can be seen: a closed panel may not even be queried. */
  get place(): ProgressPlace {
    const { view } = this;
    return {
      isSeen: () => !this.closed && view.visible,
      onChange: (listener) => view.onDidChangeViewState(listener),
    };
  }

  /** Resolves once the page shows the contents sent last. */
  whenShown(): Promise<Shown> {
    if (this.shown !== undefined) return Promise.resolve(this.shown);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  reveal(preserveFocus = true): void {
    this.view.reveal(undefined, preserveFocus);
  }

  progress(fraction: number, stage: string): void {
    if (!this.underWay) return;
    Object.assign(this.underWay, { fraction, stage });
    this.postProgress();
  }

  /** Ends the wait: there will be nothing to show. */
  abandon(): void {
    this.underWay = undefined;
    if (!this.closed) this.view.dispose();
  }

  /** Handles a message of the page; public for tests. */
  async receive(sent: unknown): Promise<void> {
    await hear(sent, this.host, (message) => {
      if (message.type === 'cancel') return this.cancel();
      if (message.type !== 'ready') return this.act(message);
      this.ready = true;
      this.host.log.debug(`page: ready after ${Math.round(performance.now() - this.opened)} ms`);
      return this.renew();
    });
  }

  /** Sends the page all its contents. */
  protected abstract replay(): unknown;

  /** Handles the requests of the page beyond those that every page has. */
  protected abstract act(message: FromView): unknown;

  /** Sends the contents again, because they or the page are new. */
  protected renew(): unknown {
    this.shown = undefined;
    return this.ready && !this.closed && this.replay();
  }

  protected noteShown(shown: Shown): void {
    this.shown = shown;
    for (const resolve of this.waiting.splice(0)) resolve(shown);
  }

  /** Runs a job that the page asked for and that takes a while, showing its progress in the page; one at a time. */
  protected async work(job: (follow: ReportProgress, signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.job) return;
    this.job = new AbortController();
    try {
      await job((fraction, stage) => this.post({ type: 'progress', fraction, stage }), this.job.signal);
    } finally {
      this.job = undefined;
      this.post({ type: 'idle' });
    }
  }

  protected get working(): boolean {
    return this.job !== undefined;
  }

  /** `find`: finds the packed answer. A later question of the same kind takes its place. */
  protected async answer(
    id: number,
    { kind }: Question,
    find: (signal: AbortSignal) => Promise<Uint8Array>,
  ): Promise<void> {
    this.asked.get(kind)?.abort();
    const asking = new AbortController();
    this.asked.set(kind, asking);
    try {
      this.post({ type: 'answer', id, value: await find(asking.signal) });
    } catch (error) {
      this.post({ type: 'noAnswer', id, failure: toFailure(error) });
    }
  }

  protected postProgress(): void {
    if (!this.underWay) return;
    const { fraction, stage } = this.underWay;
    this.post({ type: 'progress', fraction, stage });
  }

  /** Posts a message, if the page is ready; a page that is not is sent everything once it is. */
  protected post(message: ToView): void {
    if (this.ready && !this.closed) void postTo(this.view, message);
  }

  private cancel(): void {
    this.job?.abort();
    this.underWay?.cancel();
  }
}

/** Handles the requests that every page may make, and passes the others to the panel's own function. */
export function hear(sent: unknown, { extensionUri, log }: PageHost, own: (message: FromView) => unknown): unknown {
  const message = pageMessage(sent);
  if (message === undefined) return log.warn('page: a message was passed over, as it is none that a page sends');
  if (message.type === 'defect') return log.error(`page: ${message.message}`, message.stack);
  if (message.type === 'explain') return openDocs(extensionUri, message.anchor);
  return own(message);
}

/** Opens a section of a bundled document, "methods.md#kernels", in the editor's own preview, without the network. */
async function openDocs(extensionUri: Uri, anchor: string): Promise<void> {
  const [file, fragment] = anchor.split('#');
  await commands.executeCommand('markdown.showPreview', Uri.joinPath(extensionUri, 'docs', file).with({ fragment }));
}
