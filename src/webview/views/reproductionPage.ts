import type { Reproduction } from '../../engine/contract/reproduction';
import { type Paper, paperOf, paperTag } from '../../figures/papers';
import { claimsTable, conditionsTable, publishedTable, verdictText } from '../../figures/reproductionTables';
import type { PageContext } from '../context';
import { el, say, stillHead } from '../element';
import type { Theme } from '../theme';
import { callout } from './calloutsPart';
import { FigureGrid } from './figureGrid';
import { tableView } from './tableView';

/**
 * A figure or table of a paper, computed again: the paper's claim, the result, the figures, the numbers, the settings.
 */
export class ReproductionPage {
  readonly element: HTMLElement;
  private readonly figures = el('div.grid.figures');
  private grid: FigureGrid;

  constructor(
    private readonly reproduction: Reproduction,
    private context: PageContext,
  ) {
    const { spec, finding, verdict, notes } = reproduction;
    const paper = paperOf(spec);
    const lead = el('p.lead');
    say(lead, finding);
    const tables = [publishedTable, claimsTable, conditionsTable]
      .map((of) => of(reproduction))
      .filter(({ rows }) => rows.length > 0)
      .map((table) =>
        el(
          'section',
          { class: `scroll ${table.id}` },
          tableView(table, () => {}, 'shown'),
        ),
      );
    this.element = el(
      'div.reproduction',
      stillHead(spec.title, el('p.verdict', verdictText(reproduction))),
      el(
        'main',
        lead,
        paper && paperLine(paperTag(spec), paper),
        el('p.claim', el('strong', 'The paper claims: '), spec.claim),
        el('p.claim', el('strong', 'To check here: '), spec.check),
        notes.length > 0 && el('div.callouts', ...notes.map(callout)),
        this.figures,
        el('div.grid.foot', ...tables),
      ),
    );
    this.element.dataset.verdict = verdict;
    this.grid = this.freshGrid();
  }

  /** Draws; the element must be in the page. */
  mount(): void {
    this.grid.update(this.reproduction.figures);
  }

  /** Charts take their colours when they are made: all are made again. */
  retheme(theme: Theme): void {
    this.context = { ...this.context, theme };
    this.destroy();
    this.figures.replaceChildren();
    this.grid = this.freshGrid();
    this.mount();
  }

  destroy(): void {
    this.grid.destroy();
  }

  private freshGrid(): FigureGrid {
    return new FigureGrid(this.figures, this.context, () => 'full');
  }
}

/** The source of the figure. VS Code asks before it opens a link in the browser. */
function paperLine(tag: string, { meaning, title, authors, year, link }: Paper): HTMLElement {
  return el(
    'p.paper',
    `${tag}, ${meaning}: `,
    el('cite', title),
    `. ${authors}, ${year}. `,
    el('a', { href: link, title: 'Opens in your browser' }, link.replace('https://', '')),
  );
}
