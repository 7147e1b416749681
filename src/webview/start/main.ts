import fit from '../../../media/start-fit.svg';
import map from '../../../media/start-map.svg';
import outliers from '../../../media/start-outliers.svg';
import { counted } from '../../engine/words/sentence';
import { el, say } from '../element';
import { openPage } from '../openPage';
import { FINISHED, SAMPLES, type SampleName, type StartChoice } from './samples';

/**
 * One of our own pictures, whose colours are variables of the editor's theme. The text beside it says what it shows.
 */
function picture(text: string): SVGElement {
  const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
  const svg = document.importNode(documentElement, true) as unknown as SVGElement;
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}

const STEPS: readonly (readonly [string, string])[] = [
  ['Choose', 'a column to predict. Its kind, the gaps and the columns that cannot help are found for you.'],
  ['Judge', 'by rows no fit has seen, beside the mean and a straight line.'],
  ['Improve', 'with other kernels, which run by themselves, and without the rows that do not fit.'],
  ['Use', 'the fit: predict new rows, export the model, hand over a report.'],
];

/**
 * The first page: a button for one's own file, three finished examples, the other samples, and the order of the steps.
 */
function startPage(
  pictures: Readonly<Record<(typeof FINISHED)[number], SVGElement>>,
  choose: (choice: StartChoice) => void,
): HTMLElement {
  const button = (choice: StartChoice, kind: string, ...content: (Node | string)[]) => {
    const element = el('button', { type: 'button', class: kind, 'data-choice': choice }, ...content);
    element.addEventListener('click', () => choose(choice));
    return element;
  };
  const words = (name: SampleName, heading: 'h2' | 'h3') => {
    const { title, sentence, rows } = SAMPLES[name];
    const said = el('span.said');
    say(said, sentence);
    const file = el('span.muted.of', `${name}.csv · ${counted(rows, 'row')}`);
    return [el('span', { class: heading }, title), said, file];
  };
  const isFinished = (name: string) => FINISHED.some((one) => one === name);
  const others = (Object.keys(SAMPLES) as SampleName[]).filter((name) => !isFinished(name));
  return el(
    'main.start',
    el('h1.lead', 'Pick a CSV file and a column to predict.'),
    el(
      'p.than.muted',
      'See how well it can be predicted, from what, and how far to trust it. Everything is computed on this computer.',
    ),
    el(
      'div.own',
      button('fit', 'solid primary', 'Choose a CSV file…'),
      button('inspect', 'solid', 'Look at a file first…'),
      el('span.muted', 'or right-click a file in the Explorer: ', el('strong', 'Kernelscope'), ' › Fit…'),
    ),
    el(
      'ul.tiles',
      { 'aria-label': 'Finished examples' },
      ...FINISHED.map((name) => el('li', button(name, 'tile', pictures[name], ...words(name, 'h2')))),
    ),
    el(
      'ul.tiles.few',
      { 'aria-label': 'Other samples' },
      ...others.map((name) => el('li', button(name, 'tile', ...words(name, 'h3')))),
    ),
    el(
      'p.muted.where',
      'A sample is copied to a folder outside your workspace, and fitted there. None of your files is changed.',
    ),
    el('ol.steps', ...STEPS.map(([verb, rest]) => el('li', el('strong', verb), ` ${rest}`))),
  );
}

// The script of the first page, which takes no messages.
const { root, host } = openPage();
root.replaceChildren(
  startPage({ 'fan-noise': picture(fit), gauge: picture(outliers), shells: picture(map) }, (choice) =>
    host.post({ type: 'start', choice }),
  ),
);
