import { el } from './element';
import { Host } from './host';
import type { FromView } from './protocol.schema';

/**
 * The element that a page is built in, its connection to the extension, and the function that reports an error as a
 * defect.
 */
export function openPage() {
  const host = new Host();
  const report = watchDefects((message) => host.post(message));
  const root = document.getElementById('page');
  if (!root) throw new Error('The page has no element with the id "page".');
  return { root, host, report };
}

/**
 * Every unforeseen error in the page is shown in a box at its top and sent to the extension's log. Each message is
 * shown once.
 */
function watchDefects(post: (message: FromView) => void): (error: unknown) => void {
  const reported = new Set<string>();
  const report = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    if (reported.has(message)) return;
    reported.add(message);
    post({ type: 'defect', message, stack: error instanceof Error ? (error.stack ?? '') : '' });
    document.body.prepend(
      el(
        'div.defect',
        { role: 'alert' },
        el('p', el('strong', 'The panel hit an internal error. '), message),
        el('p.muted', 'The run itself is safe. Close the panel and open the run again; the log has the details.'),
      ),
    );
  };
  window.addEventListener('error', (event) => {
    // ResizeObserver reports this when a layout takes two rounds: nothing is wrong.
    if (event.message.startsWith('ResizeObserver loop')) return;
    report(event.error ?? event.message);
  });
  window.addEventListener('unhandledrejection', (event) => report(event.reason));
  return report;
}
