import { watchDefects } from './defects';
import { Host } from './host';

/** The element that a page is built in, its line to the extension, and what says of an error that it is a defect. */
export function openPage() {
  const host = new Host();
  const report = watchDefects((message) => host.post(message));
  const root = document.getElementById('page');
  if (!root) throw new Error('The page has no element with the id "page".');
  return { root, host, report };
}
