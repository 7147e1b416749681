import { unpack } from '../engine/contract/pack';
import { AdvicePage } from './advice/advicePage';
import { beginPage } from './beginPage';
import type { Host } from './host';
import type { Advice, Compared, ToView } from './protocol';
import type { CompareState } from './protocol.schema';
import { ShownComparison } from './shownComparison';
import { Stage } from './stage';

/** The page of a comparison: waits for runs, a race or ways to fit, then shows them or their successors. */
class ComparisonPage {
  private readonly stage: Stage;
  private shown: ShownComparison | undefined;

  constructor(
    root: HTMLElement,
    private readonly host: Host,
  ) {
    this.stage = new Stage(root, host);
  }

  receive(message: ToView): void {
    if (message.type === 'compare') this.show(message.bytes, message.view);
    if (message.type === 'advice') this.advise(message.bytes);
    if (message.type === 'progress') this.stage.work(message.fraction, message.stage);
    if (message.type === 'idle') this.stage.rest();
    if (message.type === 'failure') this.stage.fail(message);
  }

  private show(bytes: Uint8Array, sent: CompareState): void {
    const compared = unpack(new Uint8Array(bytes)) as Compared;
    // The person's choice may still be on its way to the extension.
    const view = { ...sent, ...this.shown?.options };
    this.shown = this.stage.show(
      new ShownComparison(compared, view, {
        ...this.stage.context,
        rememberComparison: (state) => this.host.remember({ type: 'compareState', view: state }),
        working: (stage) => this.stage.work(0, stage),
      }),
    );
    this.shown.mount();
    document.title = `${compared.file}, comparison`;
  }

  private advise(bytes: Uint8Array): void {
    const advice = unpack(new Uint8Array(bytes)) as Advice;
    this.stage.show(new AdvicePage(advice, this.stage.context)).mount();
    document.title = `${advice.file}, ways to fit`;
  }
}

// The script of the page that compares runs or ways to fit.
beginPage(ComparisonPage);
