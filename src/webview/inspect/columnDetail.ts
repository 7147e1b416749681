import type { FileStamp } from '../../engine/contract/data';
import type { ColumnDetail, Profile } from '../../engine/contract/profile';
import { partLine } from '../../engine/words/dataWords';
import { count, percent } from '../../engine/words/numbers';
import { counted } from '../../engine/words/sentence';
import { columnFigure } from '../../figures/data/columnFigure';
import { relationFigure } from '../../figures/data/relationFigure';
import { valueText } from '../../figures/data/valueWords';
import { whyNot } from '../answers';
import { lineOpener, type PageContext } from '../context';
import { labelled } from '../controls';
import { el, linkButton } from '../element';
import type { ChosenRole, DataChange } from '../protocol.schema';
import { FigureGrid } from '../views/figureGrid';
import { type ColumnRow, gapsText, whyText } from './columnRows';
import type { Inspected } from './inspected';

export interface DetailContext extends PageContext {
  /** Asks the engine for the details of a column. */
  look(column: number): Promise<ColumnDetail>;
  readonly inspected: Inspected;
  choose(change: DataChange): void;
}

/**
 * One column in detail, below its line: figures of its values and of the target over them, further facts, and the
 * choices for it.
 */
export class ColumnDetailView {
  readonly element = el('div.column-detail');
  private readonly figures = el('div.grid.figures');
  private readonly facts = el('div.detail-facts');
  private readonly grid: FigureGrid;

  constructor(
    readonly row: ColumnRow,
    private readonly context: DetailContext,
  ) {
    this.grid = new FigureGrid(this.figures, context, () => 'half');
    this.facts.append(this.choices(), el('p.muted', 'Looking at the column…'));
    this.element.append(this.figures, this.facts);
    this.element.setAttribute('role', 'region');
    this.element.setAttribute('aria-label', `${row.summary.name}, details`);
    void this.load();
  }

  destroy(): void {
    this.grid.destroy();
  }

  private async load(): Promise<void> {
    try {
      const detail = await this.context.look(this.row.index);
      this.fill(detail);
    } catch (error) {
      const why = whyNot(error);
      if (why !== undefined) this.facts.lastElementChild?.replaceChildren(why);
    }
  }

  private fill(detail: ColumnDetail): void {
    const { summary, profile } = this.row;
    const whole: Profile = this.context.inspected.profile;
    this.facts.lastElementChild?.remove();
    this.facts.append(factList(this.row, detail, linksTo(whole.inspection.file, lineOpener(this.context))));
    if (!this.element.isConnected) return;
    const found = [columnFigure(summary, detail), relationFigure(whole, summary, profile.relation)];
    this.grid.update(found.flatMap((figure) => figure ?? []));
  }

  private choices(): HTMLElement {
    const { row, context } = this;
    const { header } = context.inspected.profile.inspection.dialect;
    return el('div.detail-choices', roleChoice(row, context.choose), !header && nameField(row, context));
  }
}

/** The roles, in the order of the list. */
const ROLES: Readonly<Record<ChosenRole, string>> = {
  feature: 'use as a feature',
  out: 'leave out',
  weights: 'row weights',
  group: 'groups: rows that stay together',
  fold: 'folds',
  order: 'order of the rows (time)',
};

const TARGET = 'target';

function roleChoice({ index, summary, profile }: ColumnRow, choose: DetailContext['choose']): HTMLElement {
  if (profile.role === 'target') return el('p.muted', 'This is the target. Another one is chosen in the head.');
  const now: ChosenRole = profile.order ? 'order' : (profile.role as ChosenRole);
  const roles = Object.keys(ROLES) as ChosenRole[];
  const target = !summary.constant && summary.count > 0 && el('option', { value: TARGET }, 'predict it (target)');
  const options = roles.map((role) => el('option', { value: role }, ROLES[role]));
  const id = `role-${index}`;
  const select = el('select', { id, 'aria-label': `Role of ${summary.name}` }, target, ...options);
  select.value = now;
  select.addEventListener('change', () => {
    const role = roles.find((one) => one === select.value);
    choose(role ? { kind: 'role', columns: [index], role } : { kind: 'target', column: index });
  });
  return labelled('Role', select);
}

function nameField({ index, summary }: ColumnRow, { choose, inspected, announce }: DetailContext): HTMLElement {
  const id = `name-${index}`;
  const input = el('input.name-field', { id, type: 'text', value: summary.name, maxlength: 200 });
  const problem = el('span.problem', { role: 'status' });
  input.addEventListener('change', () => {
    const name = input.value.trim();
    const taken = inspected.profile.inspection.columns.some((c) => c.index !== index && c.name === name);
    const why = name === '' ? 'A column needs a name.' : taken ? 'Another column has this name.' : '';
    problem.textContent = why;
    input.setAttribute('aria-invalid', String(why !== ''));
    if (why !== '') announce(why);
    else if (name !== summary.name) choose({ kind: 'name', column: index, name });
  });
  return labelled('Name', input, problem);
}

function factList(row: ColumnRow, detail: ColumnDetail, lineLink: LineLink): HTMLElement {
  const { summary, profile } = row;
  const facts: [string, readonly (Node | string)[]][] = [];
  const add = (name: string, ...content: readonly (Node | string)[]) => facts.push([name, content]);
  const why = whyText(row);
  if (why !== '') add('Not used', why);
  if (detail.encoded.length > 0) add('Becomes', becomes(detail, profile.encoded));
  else if (detail.idle !== '' && detail.idle !== why) add('Becomes', `nothing: ${detail.idle}`);
  add(
    'Different values',
    `${summary.distinctCapped ? 'over ' : ''}${count(summary.distinct)} in ${counted(summary.count, 'row')}`,
  );
  if (summary.numeric && summary.kind !== 'boolean') add('Mean', valueText(summary, summary.numeric.mean));
  add('Missing', gapsText(row), ...tokens(row), ...lineLinks(detail.gaps, summary.missing, lineLink));
  if (detail.odd.length > 0)
    add('No numbers', ...detail.odd.flatMap(({ line, text }) => [`“${text}” on `, lineLink(line), ' ']));
  return el(
    'div.detail-words',
    el('dl', ...facts.flatMap(([name, content]) => [el('dt', name), el('dd', ...content)])),
    detail.percentiles.length > 0 && percentileTable(row, detail),
  );
}

function becomes({ encoded }: ColumnDetail, width: number): string {
  const names = encoded.slice(0, 6).join(', ');
  if (width <= 1 && encoded.length === 1) return '1 column';
  return `${counted(encoded.length, 'column')}: ${names}${encoded.length > 6 ? ', …' : ''}`;
}

function tokens({ summary: { missingTokens, missing } }: ColumnRow): string[] {
  if (missing === 0 || missingTokens.length === 0) return [];
  const said = missingTokens
    .slice(0, 4)
    .map(({ token, count: n }) => `${token === '' ? 'empty' : `“${token}”`} ${count(n)}`);
  return [`: ${said.join(', ')}`];
}

/** A button that opens the file at a line. */
type LineLink = (line: number) => HTMLElement;

/** A link to a line; if the table has several files, it names the file. */
const linksTo =
  (file: FileStamp, openLine: (line: number) => void): LineLink =>
  (line) => {
    const place = partLine(file, line);
    const text = `line ${count(place.line)}${file.parts ? ` of ${place.name}` : ''}`;
    const title = `Open line ${place.line} of the file beside`;
    return linkButton(text, () => openLine(line), { title });
  };

function lineLinks(lines: readonly number[], all: number, lineLink: LineLink): (Node | string)[] {
  if (lines.length === 0) return [];
  const links = lines.slice(0, 6).flatMap((line, i) => [i === 0 ? '. First on ' : ', ', lineLink(line)]);
  return all > 6 ? [...links, ' …'] : links;
}

/** "5 % of the values are at most …" */
function percentileTable({ summary }: ColumnRow, { percentiles }: ColumnDetail): HTMLElement {
  const name = (share: number) =>
    share === 0 ? 'lowest' : share === 1 ? 'highest' : share === 0.5 ? 'median' : percent(share);
  return el(
    'table.percentiles',
    el('caption.unseen', `Percentiles of ${summary.name}`),
    el(
      'tbody',
      el('tr', ...percentiles.map(({ share }) => el('th', { scope: 'col' }, name(share)))),
      el('tr', ...percentiles.map(({ value }) => el('td', valueText(summary, value)))),
    ),
  );
}
