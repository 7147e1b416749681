import { commands, type LogOutputChannel, Uri, type ViewColumn, type WebviewPanel } from 'vscode';
import { toFailure } from '../../engine/contract/failure';
import type { ToView } from '../../webview/protocol';
import { type FromView, pageMessage, type Question } from '../../webview/protocol.schema';
import type { ProgressPlace, ReportProgress } from '../tasks';
import { type OtherPage, postTo, servePage } from './servedPage';

/** What every panel needs of the extension. */
export interface PageHost {
  readonly extensionUri: Uri;
  readonly log: LogOutputChannel;
}

/** What a panel waits for, and how far it is. */
export interface UnderWay {
  readonly cancel: () => void;
  fraction: number;
  stage: string;
}

/** A panel whose page asks for all that it shows whenever it is new: as the panel opens, as it comes back from hiding, after a reload of the window. */
export abstract class PagePanel<State, Shown = State, Wait extends UnderWay = UnderWay> {
  protected underWay: Wait | undefined;
  protected closed = false;
  /** What the page says that it shows. */
  protected shown: Shown | undefined;
  private ready = false;
  private readonly opened = performance.now();
  private waiting: ((shown: Shown) => void)[] = [];
  private job: AbortController | undefined;
  /** Of each kind of question the one asked last. */
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

  /** Where the progress of what it waits for is to be seen: a panel that is closed may not even be asked. */
  get place(): ProgressPlace {
    const { view } = this;
    return {
      isSeen: () => !this.closed && view.visible,
      onChange: (listener) => view.onDidChangeViewState(listener),
    };
  }

  /** Resolves once the page shows what it was sent last. */
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

  /** There will be nothing to show. */
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

  /** Sends the page all that it shows. */
  protected abstract replay(): unknown;

  /** Does what the page asks for beyond what every page does. */
  protected abstract act(message: FromView): unknown;

  /** Something else is to be shown, or in a new page. */
  protected renew(): unknown {
    this.shown = undefined;
    return this.ready && !this.closed && this.replay();
  }

  protected noteShown(shown: Shown): void {
    this.shown = shown;
    for (const resolve of this.waiting.splice(0)) resolve(shown);
  }

  /** Something that the page asked for and that takes a while, told in it as it goes on; one at a time. */
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

  /** `find`: the answer, packed. A later question of the same kind takes its place. */
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

  /** A page that is not there yet is sent everything when it is. */
  protected post(message: ToView): void {
    if (this.ready && !this.closed) void postTo(this.view, message);
  }

  private cancel(): void {
    this.job?.abort();
    this.underWay?.cancel();
  }
}

/** Does what every page may ask for, and hands on what is its panel's own matter. */
export function hear(sent: unknown, { extensionUri, log }: PageHost, own: (message: FromView) => unknown): unknown {
  const message = pageMessage(sent);
  if (message === undefined) return log.warn('page: a message was passed over, as it is none that a page sends');
  if (message.type === 'defect') return log.error(`page: ${message.message}`, message.stack);
  if (message.type === 'explain') return openDocs(extensionUri, message.anchor);
  return own(message);
}

/** A part of a document that comes along, "methods.md#kernels", in the editor's own preview: nothing is asked of the network. */
async function openDocs(extensionUri: Uri, anchor: string): Promise<void> {
  const [file, fragment] = anchor.split('#');
  await commands.executeCommand('markdown.showPreview', Uri.joinPath(extensionUri, 'docs', file).with({ fragment }));
}
