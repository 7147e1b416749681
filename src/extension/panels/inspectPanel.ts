import { l10n, Uri, type ViewColumn, type WebviewPanel } from 'vscode';
import { type Failure, KernelscopeError, toFailure } from '../../engine/contract/failure';
import { pack } from '../../engine/contract/pack';
import type { ColumnDetail } from '../../engine/contract/profile';
import type { FitRequest } from '../../engine/contract/run';
import { baseName } from '../../engine/words/fileName';
import { inertText } from '../../engine/words/inertText';
import type { Inspected } from '../../webview/inspect/inspected';
import {
  type DataAction,
  type DataChange,
  type ExportFormat,
  type FromView,
  INSPECT_STATE,
  type InspectState,
} from '../../webview/protocol.schema';
import type { OpenedFile } from '../export/openLine';
import type { Help } from '../failureActions';
import { PANEL } from '../ids';
import type { ProgressPlace, ReportProgress } from '../tasks';
import { type PageHost, PagePanel } from './pagePanel';
import { PanelSet } from './panelSet';

export interface Asking {
  readonly alone: boolean;
  readonly follow: ReportProgress;
  readonly place: ProgressPlace;
  readonly signal: AbortSignal;
}

/** A file as its panel shows it, and the request for a fit of it. */
export interface LookedAt {
  readonly inspected: Inspected;
  readonly request: FitRequest;
}

/** The services that a data panel needs from the extension. */
export interface InspectHost extends PageHost {
  /** Throws the engine's failures. */
  look(file: Uri, asking: Asking): Promise<LookedAt>;
  detail(request: FitRequest, column: number, signal: AbortSignal): Promise<ColumnDetail>;
  /** Stores a choice with the file. */
  choose(file: Uri, looked: LookedAt, change: DataChange): Promise<void>;
  act(file: Uri, action: DataAction, looked: LookedAt): Promise<void>;
  helps(file: Uri, failure: Failure, retry: () => unknown): readonly Help[];
  openLine(file: OpenedFile, line: number): Promise<void>;
  save(file: Uri, name: string, format: ExportFormat, bytes: Uint8Array): Promise<void>;
}

/** The size of the inspected file, or the failure to read it. */
export type InspectReport = { readonly rows: number; readonly columns: number } | { readonly failure: Failure };

/** The panel of one file's data. A hidden page is discarded: its contents are stored and sent again. */
export class InspectPanel extends PagePanel<InspectState> {
  private looked: LookedAt | undefined;
  private failed: { readonly failure: Failure; readonly helps: readonly Help[] } | undefined;

  constructor(
    view: WebviewPanel,
    state: InspectState,
    protected override readonly host: InspectHost,
  ) {
    super(view, state, host, 'inspection');
  }

  /** The address of the file. */
  get origin(): string {
    return this.state.file;
  }

  /** Reads the file, or reads it again; a later call cancels an earlier one. */
  async look(): Promise<InspectReport> {
    this.underWay?.cancel();
    const abort = new AbortController();
    const looking = { cancel: () => abort.abort(), fraction: 0, stage: 'reading' };
    this.underWay = looking;
    this.failed = undefined;
    this.shown = undefined;
    this.postProgress();
    const follow = (fraction: number, stage: string) => {
      if (this.underWay === looking) this.progress(fraction, stage);
    };
    try {
      if (this.origin === '') throw unknownFile();
      const file = Uri.parse(this.origin);
      const asking = { alone: this.state.alone === true, follow, place: this.place, signal: abort.signal };
      const looked = await this.host.look(file, asking);
      if (this.underWay === looking) {
        this.looked = looked;
        this.underWay = undefined;
        this.renew();
      }
      const { inspection } = looked.inspected.profile;
      return { rows: inspection.rows, columns: inspection.columns.length };
    } catch (error) {
      const failure = toFailure(error);
      this.host.log.warn(`inspect: ${failure.code}: ${failure.message}`);
      if (this.underWay === looking) {
        this.underWay = undefined;
        this.failed = { failure, helps: this.helps(failure) };
        this.renew();
      }
      return { failure };
    }
  }

  protected override async act(message: FromView): Promise<void> {
    const { host, looked } = this;
    if (message.type === 'inspectState') this.note(message.view);
    if (message.type === 'failureButton') await this.failed?.helps.find(({ action }) => action === message.id)?.act();
    if (looked === undefined) return;
    const file = Uri.parse(this.origin);
    if (message.type === 'dataChange') await this.change(file, looked, message.change);
    if (message.type === 'dataAction') await host.act(file, message.action, looked);
    if (message.type === 'ask' && message.question.kind === 'column') {
      const { column } = message.question;
      await this.answer(message.id, message.question, async (signal) =>
        pack(await host.detail(looked.request, column, signal)),
      );
    }
    if (message.type === 'openLine') {
      const { inspection } = looked.inspected.profile;
      await host.openLine({ origin: this.origin, file: inspection.file, inspection }, message.line);
    }
    if (message.type === 'save') await host.save(file, message.name, message.format, message.bytes);
  }

  private async change(file: Uri, looked: LookedAt, change: DataChange): Promise<void> {
    const { alone: _, ...state } = this.state;
    if (change.kind === 'alone') this.state = { ...state, alone: true };
    if (change.kind === 'target') this.state = state;
    await this.host.choose(file, looked, change);
    await this.look();
  }

  /**
   * Notes the page's state, except the file and whether anything is to be predicted, as the page may be a step behind.
   */
  private note({ file: _, alone: __, ...view }: InspectState): void {
    const { file, alone } = this.state;
    this.state = { file, ...(alone && { alone }), ...view };
    if (!this.underWay) this.noteShown(this.state);
  }

  private helps(failure: Failure): readonly Help[] {
    const retry = () => this.look();
    if (failure.code === 'run/cancelled') return [{ action: 'tryAgain', title: l10n.t('Try Again'), act: retry }];
    return this.origin === '' ? [] : this.host.helps(Uri.parse(this.origin), failure, retry);
  }

  protected override replay(): unknown {
    const { looked, failed } = this;
    if (!looked && !failed && !this.underWay) return this.look();
    if (looked) {
      this.view.title = inspectTitle(looked.inspected.file);
      this.post({ type: 'inspected', bytes: pack(looked.inspected), view: this.state });
    }
    this.postProgress();
    if (!failed) return;
    const buttons = failed.helps.map(({ action, title }) => ({ id: action, title }));
    this.post({ type: 'failure', failure: failed.failure, buttons });
  }
}

/** "airfoil.csv · data" */
const inspectTitle = (file: string): string => inertText(l10n.t('{0} · data', baseName(file)));

const unknownFile = (): KernelscopeError =>
  new KernelscopeError('file/not-found', 'The file of this panel is no longer known. Inspect it again.', { name: '' });

/** All panels of files' data of this window: one for each file. */
export class InspectPanels extends PanelSet<InspectPanel, InspectState> {
  constructor(
    private readonly host: InspectHost,
    beside: () => ViewColumn,
  ) {
    super(PANEL.inspect, host.extensionUri, INSPECT_STATE, beside);
  }

  /** Opens the panel of a file, or brings it to the front; the file is read in either case. */
  show(file: Uri): Promise<InspectReport> {
    const same = this.all.find(({ origin }) => origin === file.toString());
    same?.reveal();
    return (same ?? this.open(inspectTitle(file.path), { file: file.toString() })).look();
  }

  protected override panelOf(view: WebviewPanel, state: InspectState): InspectPanel {
    return new InspectPanel(view, state, this.host);
  }
}
