import { registerCharts } from './charts/register';
import { ComparisonPage } from './comparisonPage';
import { registerControls } from './controls';
import { watchDefects } from './defects';
import { Host } from './host';

// The script of the page that compares runs or ways to fit.
const host = new Host();
const report = watchDefects((message) => host.post(message));
const root = document.getElementById('page');
if (!root) throw new Error('The page has no element with the id "page".');
registerCharts();
registerControls();
const page = new ComparisonPage(root, host);
host.listen((message) => {
  try {
    page.receive(message);
  } catch (error) {
    report(error);
  }
});
host.post({ type: 'ready' });
