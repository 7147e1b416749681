import type { ColumnSummary, Inspection } from '../../engine/contract/data';
import type { MethodSpec, ParameterSchema } from '../../engine/contract/method';
import { type FieldValues, fieldsOf } from '../picks/field';
import { showForm } from '../picks/form';
import type { FitChoices } from '../remembered';
import { DESIGN_NAMES, DESIGN_SCHEMA, designChoices, designValues } from './designSchema';

/** Parameters and design as fields, holding what was chosen over what the settings say; undefined on Escape. */
export async function showSettingsForm(
  method: MethodSpec,
  { parameters, design }: Pick<FitChoices, 'parameters' | 'design'>,
  settings: FieldValues,
  inspection: Inspection,
): Promise<Pick<FitChoices, 'parameters' | 'design'> | undefined> {
  const ofMethod = method.parameters.filter(({ name }) => !DESIGN_NAMES.has(name));
  const targetless = method.family === 'components';
  const rows = targetless ? DESIGN_SCHEMA.filter(({ name }) => !OF_A_TARGET.has(name)) : DESIGN_SCHEMA;
  const fields = [...fieldsOf(ofMethod, method.title), ...fieldsOf(withColumns(rows, inspection), 'Rows and columns')];
  const values = { ...settings, ...parameters, ...(design && designValues(design)) };
  const result = await showForm(`${method.title}: settings`, fields, values, [
    {
      id: 'done',
      icon: 'check',
      label: 'Done',
      description: targetless ? 'go on to the columns' : 'go on to the target',
    },
  ]);
  if (!result) return undefined;
  // What merely repeats the settings is not kept, so that the settings go on to hold.
  const chosen = Object.entries(result.values).filter(([name, value]) => settings[name] !== value);
  return {
    parameters: Object.fromEntries(chosen.filter(([name]) => !DESIGN_NAMES.has(name))),
    design: designChoices(Object.fromEntries(chosen)),
  };
}

/** Choices that say something of a target, weigh its errors or divide them into folds. */
const OF_A_TARGET: ReadonlySet<string> = new Set(['task', 'weights', 'groups', 'foldColumn', 'order']);

/** The columns that a choice of a column can take: weights are numbers that are not negative, groups come again, folds are few. */
const TAKES: Readonly<Record<string, (column: ColumnSummary) => boolean>> = {
  weights: ({ kind, numeric }) => kind === 'number' && numeric !== undefined && numeric.min >= 0,
  groups: ({ constant, count, distinct, distinctCapped }) => !constant && !distinctCapped && 2 * distinct <= count,
  foldColumn: ({ constant, distinct }) => !constant && distinct >= 2 && distinct <= 20,
  order: ({ kind, constant }) => !constant && (kind === 'number' || kind === 'date'),
};

function withColumns(schemas: readonly ParameterSchema[], { columns }: Inspection): readonly ParameterSchema[] {
  return schemas.map((schema) => {
    const takes = TAKES[schema.name];
    return takes ? { ...schema, suggestions: columns.filter(takes).map(({ name }) => name) } : schema;
  });
}
