import type { ColourColumn } from '../../engine/contract/components';
import type { ColourScale, PointShape, Role } from '../../engine/contract/figure';
import { SHAPES } from '../layout/pointShapes';
import type { ComponentsView } from './view';

/** Rows that are drawn alike: by place among the pooled rows. */
export interface ColourGroup {
  readonly name: string;
  readonly role: Role;
  readonly shape: PointShape;
  readonly heldOut: boolean;
  readonly places: readonly number[];
}

export interface Colouring {
  readonly groups: readonly ColourGroup[];
  /** For a column of numbers. */
  readonly scale?: ColourScale;
}

/** Muted stays free for rows without a level. */
const ROLES: readonly Role[] = ['first', 'second', 'third', 'fourth', 'fifth', 'main'];

/** Training rows and held-out ones, each by the levels of the column that colours them. */
export function colouringOf({ run, facts, coloured }: ComponentsView): Colouring {
  const { count, train } = facts.pooled;
  const places = Array.from({ length: count }, (_, i) => i);
  const halves = [
    { heldOut: false, members: places.slice(0, train) },
    { heldOut: true, members: places.slice(train) },
  ].filter(({ members }) => members.length > 0);
  if (coloured?.kind === 'category')
    return { groups: halves.flatMap(({ heldOut, members }) => levelGroups(coloured, members, heldOut)) };
  const groups = halves.map(({ heldOut, members }): ColourGroup => {
    const name = heldOut ? 'held-out rows' : 'training rows';
    return { name, role: 'first', shape: 'disc', heldOut, places: members };
  });
  if (coloured === undefined) return { groups };
  const kind = run.inspection.columns.find(({ name }) => name === coloured.column)?.kind;
  const domain = valueRange(coloured.values);
  return { groups, scale: { name: coloured.column, domain, format: kind === 'date' ? 'date' : 'plain' } };
}

/** Colour and shape both tell a level; held-out rows share its mark as a ring, and its name. */
function levelGroups(
  { codes, levels }: Extract<ColourColumn, { kind: 'category' }>,
  places: readonly number[],
  heldOut: boolean,
): ColourGroup[] {
  const groups = levels.map((level, code): ColourGroup & { readonly places: number[] } => ({
    name: `${level === '' ? '(blank)' : level}${heldOut ? ', held out' : ''}`,
    role: ROLES[code % ROLES.length],
    shape: SHAPES[code % SHAPES.length],
    heldOut,
    places: [],
  }));
  const name = `(no value)${heldOut ? ', held out' : ''}`;
  const none = { name, role: 'sixth' as const, shape: 'disc' as const, heldOut, places: [] as number[] };
  for (const i of places) (groups[codes[i]] ?? none).places.push(i);
  return [...groups, none].filter((group) => group.places.length > 0);
}

/** The central 96 % of many values, so that a few extremes do not leave one colour for all others. */
function valueRange(values: Float32Array): [number, number] {
  const sorted = values.filter((v) => Number.isFinite(v)).sort();
  if (sorted.length === 0) return [0, 1];
  const cut = sorted.length < 50 ? 0 : Math.floor(0.02 * sorted.length);
  return [sorted[cut], sorted[sorted.length - 1 - cut]];
}
