import type { PointShape, Role } from '../../engine/contract/figure';
import type { Proposal } from '../../engine/contract/proposal';
import { lossText } from '../../engine/words/methodWords';
import { durationRange, memorySize } from '../../engine/words/quantities';
import { counted } from '../../engine/words/sentence';
import { exactText, pilotText, wayName, waySentence, waysByError } from '../../figures/advice/ways';
import { WAY_LOOKS, waysFigure } from '../../figures/advice/waysFigure';
import { shapeCorners } from '../../figures/layout/shapes';
import { STYLES } from '../../figures/layout/style';
import { plainText, spoken } from '../../figures/words/describe';
import type { PageContext } from '../context';
import { type ActionButton, actionButton } from '../controls';
import { el, say, setText, stillHead, svg } from '../element';
import type { Advice } from '../protocol';
import type { Theme } from '../theme';
import { FigureGrid } from '../views/figureGrid';

/** Ways to fit a file by time and error. A dot and its line in the table are one choice; Enter fits the chosen way. */
export class AdvicePage {
  readonly element: HTMLElement;
  private readonly lead = el('p.lead');
  private readonly why = el('p.muted');
  private readonly figures = el('div.grid.figures');
  private readonly body = el('tbody');
  private readonly section: HTMLElement;
  private readonly fit: ActionButton;
  private readonly order: readonly number[];
  private grid: FigureGrid;
  /** Index of the proposal that is chosen. */
  private chosen = 0;

  constructor(
    private readonly advice: Advice,
    private context: PageContext,
  ) {
    const { file, target, proposals } = advice;
    this.order = waysByError(proposals);
    this.fit = actionButton('Fit', 'primary', 'Enter', () => this.take());
    const about = target === '' ? 'components' : target;
    const exact = exactText(proposals);
    this.section = el(
      'section.ways',
      el('div.head', el('h2', { id: 'ways' }, 'Every way')),
      el('div.scroll', this.table()),
      el(
        'p.note',
        `Error: expected RMSE on new rows, an estimate; where it was checked by fits of all rows it was within four points or a factor of two and a half. Times: this computer, ${counted(proposals.threads, 'thread')}.`,
      ),
    );
    this.element = el(
      'div.advice',
      stillHead(file, el('p.facts', `ways to fit ${about} · ${counted(proposals.rows, 'training row')}`)),
      el(
        'main',
        this.lead,
        exact !== '' && el('p.muted', exact),
        this.why,
        el('div.actions', this.fit.element, el('span.muted', pilotText(proposals))),
        this.figures,
      ),
    );
    this.figures.append(this.section);
    this.element.addEventListener('keydown', (event) => {
      const radio = event.target instanceof HTMLInputElement;
      if (event.key !== 'Enter' || !(radio || event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.take();
    });
    this.grid = this.freshGrid();
  }

  /** Draws; the element must be in the page. */
  mount(): void {
    this.draw();
    this.radio(this.chosen)?.focus({ preventScroll: true });
  }

  /** Charts and keys take their colours when they are made, so all are made again. */
  retheme(theme: Theme): void {
    this.context = { ...this.context, theme };
    this.grid.destroy();
    for (const figure of this.figures.querySelectorAll('figure')) figure.remove();
    this.grid = this.freshGrid();
    this.draw();
  }

  destroy(): void {
    this.grid.destroy();
  }

  private freshGrid(): FigureGrid {
    const take = (option: number) => this.choose(option);
    return new FigureGrid(this.figures, { ...this.context, take }, () => 'full');
  }

  private choose(way: number): void {
    if (way === this.chosen || !this.advice.proposals.proposals[way]?.possible) return;
    this.chosen = way;
    this.draw();
    this.context.announce(spoken(plainText(waySentence(this.proposal, this.advice.proposals))));
  }

  private take(): void {
    this.context.post({ type: 'takeWay', way: this.chosen });
  }

  private get proposal(): Proposal {
    return this.advice.proposals.proposals[this.chosen];
  }

  private draw(): void {
    const { proposals } = this.advice;
    const { proposal } = this;
    say(this.lead, waySentence(proposal, proposals));
    setText(this.why, proposal.why);
    this.fit.element.textContent = fitTitle(proposal);
    this.fit.enable(proposal.possible);
    const figure = waysFigure(proposals, this.chosen);
    this.grid.update(figure ? [figure] : []);
    for (const row of this.body.rows) {
      const way = Number(row.dataset.way);
      const chosen = way === this.chosen;
      row.classList.toggle('shown', chosen);
      const radio = this.radio(way);
      if (radio) radio.checked = chosen;
      row
        .querySelector('.key')
        ?.replaceWith(wayKey(WAY_LOOKS[proposals.proposals[way].kind], this.context.theme, chosen));
    }
  }

  private radio(way: number): HTMLInputElement | null {
    return this.body.querySelector(`input[value="${way}"]`);
  }

  private table(): HTMLTableElement {
    this.body.append(...this.order.map((way) => this.row(way)));
    const head = (text: string, kind?: string) => el('th', { scope: 'col', class: kind }, text);
    return el(
      'table',
      { 'aria-labelledby': 'ways' },
      el('thead', el('tr', head('way', 'words'), head('time'), head('memory', 'memory'), head('error above lowest'))),
      this.body,
    );
  }

  private row(way: number): HTMLTableRowElement {
    const { proposals, pilot } = this.advice.proposals;
    const proposal = proposals[way];
    const { range, bytes, loss, possible } = proposal;
    const name = wayName(proposal);
    const recommended = way === 0 && possible;
    const radio = el('input', {
      type: 'radio',
      name: 'way',
      value: way,
      disabled: !possible,
      'aria-label': `${name}${recommended ? ', recommended' : ''}, ${durationRange(range)}, ${memorySize(bytes)}${pilot.train > 0 && !Number.isNaN(loss) ? `, error ${lossText(loss)} above the lowest` : ''}${possible ? '' : ', too large'}`,
    });
    radio.addEventListener('change', () => this.choose(way));
    const lost = pilot.train === 0 ? '' : lossText(loss);
    const row = el(
      'tr',
      { 'data-way': way, class: possible ? undefined : 'off' },
      el(
        'th.words',
        { scope: 'row' },
        el(
          'label',
          radio,
          el('span.key'),
          el('span', name),
          recommended && el('span.star', { title: 'Recommended' }, '★'),
        ),
      ),
      el('td', durationRange(range).replace('about ', '')),
      el('td.memory', memorySize(bytes)),
      el('td.lost', possible ? lost : `${lost === '' ? '' : `${lost}, `}too large`),
    );
    row.addEventListener('click', () => {
      this.choose(way);
      if (possible) radio.focus();
    });
    return row;
  }
}

/** "Fit with 2,000 Landmarks" */
const fitTitle = (proposal: Proposal): string =>
  proposal.kind === 'whole'
    ? 'Fit All Rows'
    : `Fit with ${wayName(proposal).replace(/ \p{Ll}/gu, (letter) => letter.toUpperCase())}`;

const SIZE = 14;
const RADIUS = 4;

/** The dot by which the figure shows a way. */
function wayKey(
  { role, shape }: { readonly role: Role; readonly shape: PointShape },
  theme: Theme,
  chosen: boolean,
): SVGSVGElement {
  const fill = chosen ? theme.accent : theme[STYLES[role].colour];
  const corners = chosen ? undefined : shapeCorners(shape, SIZE / 2, SIZE / 2, RADIUS);
  const mark = corners
    ? svg('polygon', { points: corners.map((corner) => corner.join(',')).join(' '), fill })
    : svg('circle', { cx: SIZE / 2, cy: SIZE / 2, r: chosen ? RADIUS + 1 : RADIUS, fill });
  const size = { viewBox: `0 0 ${SIZE} ${SIZE}`, width: SIZE, height: SIZE };
  return svg('svg.key', { ...size, 'aria-hidden': 'true', focusable: 'false' }, mark);
}
