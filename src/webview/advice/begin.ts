import { unpack } from '../../engine/contract/pack';
import { Announcer } from '../a11y';
import type { Host } from '../host';
import type { Advice } from '../protocol';
import { readTheme, watchTheme } from '../theme';
import { AdvicePage } from './advicePage';

/** Shows advice in a page that has nothing else to show. */
export function adviceIn(root: HTMLElement, host: Host, bytes: Uint8Array): void {
  const advice = unpack(new Uint8Array(bytes)) as Advice;
  const announcer = new Announcer();
  const page = new AdvicePage(advice, {
    theme: readTheme(),
    post: (message) => host.post(message),
    announce: (text) => announcer.announce(text),
  });
  root.replaceChildren(page.element, announcer.element);
  page.mount();
  watchTheme(() => page.retheme(readTheme()));
  document.title = `${advice.file}, ways to fit`;
}
