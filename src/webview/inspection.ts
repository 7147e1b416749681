import { unpack } from '../engine/contract/pack';
import { Answers } from './answers';
import { beginPage } from './beginPage';
import type { Host } from './host';
import type { Inspected } from './inspect/inspected';
import { ShownData } from './inspect/shownData';
import type { ToView } from './protocol';
import type { DataChange, InspectState } from './protocol.schema';
import { Stage } from './stage';

/** The page of a file's data: waits for the data, shows them, and shows their successors after a choice. */
class InspectPage {
  private readonly answers = new Answers((message) => this.host.post(message));
  private readonly stage: Stage;
  private shown: ShownData | undefined;
  /** The person's last changes to the list, which may still be on their way to the extension. */
  private left: InspectState | undefined;

  constructor(
    root: HTMLElement,
    private readonly host: Host,
  ) {
    this.stage = new Stage(root, host, 'Stop reading the file');
  }

  receive(message: ToView): void {
    const inspected = message.type === 'inspected' ? (unpack(new Uint8Array(message.bytes)) as Inspected) : undefined;
    // In a separate task: with many columns either takes a while.
    setTimeout(() => this.take(message, inspected));
  }

  private take(message: ToView, inspected: Inspected | undefined): void {
    this.answers.receive(message);
    if (message.type === 'inspected' && inspected) this.show(inspected, message.view);
    if (message.type === 'progress') {
      this.stage.dismiss();
      this.stage.work(message.fraction, message.stage);
    }
    if (message.type === 'failure') this.stage.fail(message);
  }

  private show(inspected: Inspected, sent: InspectState): void {
    const { file, alone } = sent;
    const view = { ...sent, ...this.left, file, ...(alone !== undefined && { alone }) };
    const again = this.shown !== undefined;
    const place = this.shown?.place();
    this.shown = this.stage.show(
      new ShownData(inspected, view, {
        ...this.stage.context,
        ask: this.answers.ask,
        inspected,
        source: () => ({ file: inspected.file }),
        choose: (change) => this.choose(change),
        remember: (state) => {
          this.left = state;
          this.host.remember({ type: 'inspectState', view: state });
        },
      }),
    );
    this.shown.mount(place);
    if (again) this.stage.announce(this.shown.spoken);
    document.title = `${inspected.file}, data`;
  }

  private choose(change: DataChange): void {
    if (change.kind === 'alone' || change.kind === 'target') {
      const { alone: _, ...left } = this.left ?? { file: '' };
      this.left = left;
    }
    this.stage.busy(true);
    this.host.post({ type: 'dataChange', change });
  }
}

// The script of the page of a file's data.
beginPage(InspectPage);
