import { l10n } from 'vscode';
import type { DesignChoices, FitChoices } from '../../choices/fitChoices';
import { type ColumnSummary, HELD_OUT_SHARE, type Inspection, type ReadOptions } from '../../engine/contract/data';
import type { ChosenRole, DataChange } from '../../webview/protocol.schema';
import { readOptionsOf, readValues } from '../forms/readFields';
import { chosenFeatures, featureItems, withTheirColumns } from '../picks/columnItems';

/** The choices for a file with one of them changed; unchanged if this file cannot take the change. */
export function withChange(before: FitChoices, inspection: Inspection, change: DataChange): FitChoices {
  const { columns } = inspection;
  switch (change.kind) {
    case 'alone':
      return before;
    case 'target':
      return withTarget(before, inspection, columns[change.column]);
    case 'task':
      return { ...before, design: { ...before.design, task: change.task } };
    case 'gaps':
      return { ...before, design: { ...before.design, missing: change.gaps } };
    case 'where': {
      const { where } = before.design ?? {};
      const both = where === undefined ? change.where : `(${where}) and ${change.where}`;
      return { ...before, design: { ...before.design, where: both } };
    }
    case 'leaveOut': {
      const { without } = before.design ?? {};
      const all = without === undefined ? change.rows : `${without},${change.rows}`;
      return { ...before, design: { ...before.design, without: all } };
    }
    case 'signs':
      return withRead(before, withSigns(before.read ?? {}, change.signs));
    case 'kind':
      return withKind(before, columns[change.column], change.as);
    case 'name':
      return withName(before, inspection, columns[change.column], change.name.trim());
    case 'role': {
      const chosen = change.columns.flatMap((index) => columns[index] ?? []);
      return chosen.reduce((choices, column) => withRole(choices, inspection, column, change.role), before);
    }
  }
}

function withRead({ read: _, ...others }: FitChoices, read: ReadOptions): FitChoices {
  return Object.keys(read).length > 0 ? { ...others, read } : others;
}

function withSigns(read: ReadOptions, signs: string): ReadOptions {
  const { missing: _, ...others } = readValues(read);
  const text = signs.trim().split(/\s+/).join(' ');
  return readOptionsOf({ ...others, ...(text !== '' && { missing: text }) });
}

function withKind(before: FitChoices, column: ColumnSummary | undefined, as: string | undefined): FitChoices {
  if (column === undefined) return before;
  const { kinds = {}, ...read } = before.read ?? {};
  const others = Object.entries(kinds).filter(([name]) => name !== column.name);
  const next = Object.fromEntries(as === undefined ? others : [...others, [column.name, as]]) as ReadOptions['kinds'];
  return withRead(before, { ...read, ...(Object.keys(next ?? {}).length > 0 && { kinds: next }) });
}

/** The reason why a column cannot have this name; undefined if it can. */
export function nameProblem({ columns, dialect }: Inspection, index: number, name: string): string | undefined {
  if (dialect.header) return l10n.t('The first row of the file names the columns.');
  if (name.trim() === '') return l10n.t('A column needs a name.');
  return columns.some((column) => column.index !== index && column.name === name.trim())
    ? l10n.t('Another column is called "{0}".', name.trim())
    : undefined;
}

/** Gives this name to a column of a file without names; the choices for the column remain. */
function withName(
  before: FitChoices,
  inspection: Inspection,
  column: ColumnSummary | undefined,
  name: string,
): FitChoices {
  if (column === undefined || nameProblem(inspection, column.index, name) !== undefined) return before;
  const renamed = (old: string) => (old === column.name ? name : old);
  const { target, moreTargets, features, design, components, read, ...others } = before;
  const { kinds, ...reading } = read ?? {};
  return {
    ...others,
    ...(target !== undefined && { target: renamed(target) }),
    ...(moreTargets && { moreTargets: moreTargets.map(renamed) }),
    ...(features && { features: features.map(renamed) }),
    ...(design && { design: renamedDesign(design, renamed) }),
    ...(components && {
      components: { ...components, ...(components.features && { features: components.features.map(renamed) }) },
    }),
    read: {
      ...reading,
      names: inspection.columns.map((each) => renamed(each.name)),
      ...(kinds && { kinds: Object.fromEntries(Object.entries(kinds).map(([old, kind]) => [renamed(old), kind])) }),
    },
  };
}

function renamedDesign(design: DesignChoices, renamed: (old: string) => string): DesignChoices {
  const { weights, splitBy } = design;
  const divided =
    splitBy?.kind === 'blocks'
      ? { ...splitBy, ...(splitBy.by !== undefined && { by: renamed(splitBy.by) }) }
      : splitBy?.kind === 'settings'
        ? { ...splitBy, columns: splitBy.columns.map(renamed) }
        : splitBy && { ...splitBy, column: renamed(splitBy.column) };
  return {
    ...design,
    ...(weights !== undefined && { weights: renamed(weights) }),
    ...(divided && { splitBy: divided }),
  };
}

function withTarget(before: FitChoices, inspection: Inspection, column: ColumnSummary | undefined): FitChoices {
  if (column === undefined || before.target === column.name) return before;
  const { target: _, moreTargets: __, ...others } = withoutRoles(before, column);
  const { task: ___, ...design } = others.design ?? {};
  // The task of another target says nothing about this one.
  const next = { ...others, design, target: column.name };
  return next.features ? withFeatures(next, inspection, next.features) : next;
}

/** Gives a column a role. A target is only made by choosing it, and stops being one when another is chosen. */
function withRole(before: FitChoices, inspection: Inspection, column: ColumnSummary, role: ChosenRole): FitChoices {
  const { name } = column;
  if (name === targetName(before, inspection) || before.moreTargets?.includes(name)) return before;
  const free = role === 'order' ? before : withoutRoles(before, column);
  const { design } = free;
  switch (role) {
    case 'weights':
      return used({ ...free, design: { ...design, weights: name } }, inspection);
    case 'group':
    case 'fold':
      return used({ ...free, design: { ...design, splitBy: { kind: role, column: name } } }, inspection);
    case 'order':
      return { ...free, design: { ...design, splitBy: { kind: 'blocks', by: name } } };
    case 'feature':
    case 'out': {
      const others = usedNames(free, inspection).filter((each) => each !== name);
      const used = withFeatures(free, inspection, role === 'out' ? others : [...others, name]);
      // As a feature, a date no longer orders the rows: random ones are held out in place of the last, the default.
      const random = role === 'feature' && column.kind === 'date' && before.design?.holdout === undefined;
      return random
        ? { ...used, design: { ...used.design, holdout: { kind: 'fraction', fraction: HELD_OUT_SHARE } } }
        : used;
    }
  }
}

/** The choices whose named features exclude columns that have another role now. */
const used = (choices: FitChoices, inspection: Inspection): FitChoices =>
  choices.features ? withFeatures(choices, inspection, choices.features) : choices;

/** The choices in which the column is neither the weights nor divides or orders the rows. */
function withoutRoles(before: FitChoices, column: ColumnSummary): FitChoices {
  const { weights, splitBy, ...design } = before.design ?? {};
  const by =
    splitBy && (splitBy.kind === 'blocks' ? splitBy.by : splitBy.kind === 'settings' ? undefined : splitBy.column);
  const divides = isNamed(column, by);
  return {
    ...before,
    design: {
      ...design,
      ...(weights !== undefined && !isNamed(column, weights) && { weights }),
      ...(splitBy && !divides && { splitBy }),
    },
  };
}

/** True if `reference` is the column's name or 1-based position. */
const isNamed = ({ name, index }: ColumnSummary, reference: string | undefined): boolean =>
  reference !== undefined && (reference === name || reference.trim() === String(index + 1));

const targetName = ({ target }: FitChoices, { columns, defaultTarget }: Inspection): string | undefined =>
  target ?? (defaultTarget === undefined ? undefined : columns[defaultTarget].name);

/** Targets, weights and the column that divides the rows: never features. */
function takenNames(choices: FitChoices, inspection: Inspection): string[] {
  const { moreTargets = [], design } = choices;
  const { weights, splitBy } = design ?? {};
  const units = splitBy?.kind === 'group' || splitBy?.kind === 'fold' ? splitBy.column : undefined;
  const target = targetName(choices, inspection);
  const named = inspection.columns.filter((column) => isNamed(column, weights) || isNamed(column, units));
  return [...(target === undefined ? [] : [target]), ...moreTargets, ...named.map(({ name }) => name)];
}

function usedNames(choices: FitChoices, inspection: Inspection): readonly string[] {
  const { usable, unusable } = featureItems(inspection, takenNames(choices, inspection), choices.features);
  return [...usable, ...unusable].filter(({ picked }) => picked).map(({ column }) => column);
}

/** Sets the features, stored only if they differ from those that would be used anyway. */
function withFeatures(
  { features: _, ...choices }: FitChoices,
  inspection: Inspection,
  names: readonly string[],
): FitChoices {
  const taken = withTheirColumns(takenNames(choices, inspection));
  const wanted = names.filter((name) => !taken.has(name));
  const features = chosenFeatures(featureItems(inspection, [...taken]), wanted);
  return features === undefined ? choices : { ...choices, features };
}
