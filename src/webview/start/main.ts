import fit from '../../../media/start-fit.svg';
import map from '../../../media/start-map.svg';
import outliers from '../../../media/start-outliers.svg';
import { openPage } from '../openPage';
import { startPage } from './startPage';

// The script of the first page, which takes no messages.
const { root, host } = openPage();
root.replaceChildren(
  startPage({ 'fan-noise': picture(fit), gauge: picture(outliers), shells: picture(map) }, (choice) =>
    host.post({ type: 'start', choice }),
  ),
);

/** One of our own pictures, whose colours are variables of the editor's theme. What it shows is said beside it. */
function picture(text: string): SVGElement {
  const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
  const svg = document.importNode(documentElement, true) as unknown as SVGElement;
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}
