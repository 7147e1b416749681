import { registerCharts } from './charts/register';
import { registerControls } from './controls';
import { watchDefects } from './defects';
import { Host } from './host';
import { Panel } from './panel';

const root = document.getElementById('page');
if (!root) throw new Error('The page has no element with the id "page".');
// Another page takes parts from this script, and begins itself.
if (root.dataset.page === undefined) begin(root);

function begin(page: HTMLElement): void {
  const host = new Host();
  const report = watchDefects((message) => host.post(message));
  registerCharts();
  registerControls();
  const panel = new Panel(page, host);
  host.listen((message) => {
    try {
      panel.receive(message);
    } catch (error) {
      report(error);
    }
  });
  // After a reload or a hidden panel's return the page is new: it asks for its run, and the extension sends it again.
  host.post({ type: 'ready' });
}
