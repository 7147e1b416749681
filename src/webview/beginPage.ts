import { registerCharts } from './charts/register';
import { registerControls } from './controls';
import type { Host } from './host';
import { openPage } from './openPage';
import type { ToView } from './protocol';

/** Builds a page, passes the extension's messages to it, and asks for its contents. */
export function beginPage(Page: new (root: HTMLElement, host: Host) => { receive(message: ToView): void }): void {
  const { root, host, report } = openPage();
  registerCharts();
  registerControls();
  const page = new Page(root, host);
  host.listen((message) => {
    try {
      page.receive(message);
    } catch (error) {
      report(error);
    }
  });
  // After a reload or a hidden panel's return the page is new: it asks again, and the extension sends its contents
  // again.
  host.post({ type: 'ready' });
}
