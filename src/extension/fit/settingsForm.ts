import { l10n } from 'vscode';
import type { Place } from '../../choices/choices';
import { DESIGN_NAMES, DESIGN_SCHEMA, designChoices, designValues, type NamedRowChoice } from '../../choices/design';
import type { CompleteChoices, FitChoices } from '../../choices/fitChoices';
import type { Inspection } from '../../engine/contract/data';
import type { MethodSpec, ParameterSchema, Parameters, ParameterValue } from '../../engine/contract/method';
import { count } from '../../engine/words/numbers';
import type { FormField, FormGroup, FormSpec, FormValues, FormVerdict } from '../../webview/forms/form';
import { amount } from '../amount';
import { type Field, fieldsOf, formField, formValues, pickField, readForm } from '../forms/field';
import { missingSigns, readOptionsOf, readValues } from '../forms/readFields';
import { chosenFeatures, featureItems, withTheirColumns } from '../picks/columnItems';
import { type Targets, targetItems } from '../picks/targetItems';
import { METHOD, methodField } from './methodField';

/** The subject of the form. */
export interface SettingsSubject {
  readonly method: MethodSpec;
  readonly inspection: Inspection;
  /** The choices remembered for this file, with target and columns if they are known. */
  readonly remembered: FitChoices;
  /** The values in the person's settings. */
  readonly settings: Parameters;
  /** The methods that the form offers; if omitted, only its own. */
  readonly methods?: readonly MethodSpec[];
  /** True for a fit on a cluster, whose rows are visited where they are. */
  readonly onCluster?: true;
}

export const ACTION = { fit: 'fit', save: 'save' } as const;

const TARGET = 'target:';
const FEATURES = 'features:';
const SIGNS = 'signs:';

/** The place of a parameter or of a choice of the design; parameters of the kernel have their own place. */
const placeOf = (name: string): Place | 'Kernel' =>
  ROWS.get(name)?.place ?? (/^(kernel|lengthScale)/.test(name) ? 'Kernel' : 'Method');

const ROWS: ReadonlyMap<string, NamedRowChoice> = new Map(DESIGN_SCHEMA.map((choice) => [choice.name, choice]));

/** Everything that can be chosen for a fit, on one sheet. */
export function settingsForm(subject: SettingsSubject): FormSpec {
  const { method, inspection, remembered, settings, methods } = subject;
  const fields = settingFields(subject);
  const at = (place: Place | 'Kernel') => fields.filter(({ name }) => placeOf(name) === place).map(shownField);
  const signs = { ...formField(missingSigns(inspection.columns)), name: SIGNS, title: l10n.t('Signs') };
  const groups: FormGroup[] = [
    ...(isTargetless(method) ? [] : [{ title: l10n.t('What to predict'), fields: [targetField(subject)] }]),
    { title: columnsTitle(subject), fields: [columnsField(subject)], folded: true },
    { title: l10n.t('Kernel'), words: KERNEL_WORDS, fields: at('Kernel') },
    { title: l10n.t('Rows to test on'), fields: at('Rows to test on') },
    { title: l10n.t('Missing cells'), fields: [signs, ...at('Missing cells')] },
    { title: l10n.t('Method'), fields: [...(methods ? [methodField(methods)] : []), ...at('Method')] },
    { title: l10n.t('Rows and columns'), fields: at('Rows and columns'), folded: true },
  ];
  const { parameters, design } = remembered;
  const signsNow = readValues(remembered.read ?? {}).missing;
  return {
    title: inspection.file.name,
    facts: `${l10n.t(method.title)} · ${amount(inspection.rows, 'rows')}, ${amount(inspection.columns.length, 'columns')}`,
    groups: groups.filter((group) => group.fields.length > 0),
    values: {
      ...formValues({ ...settings, ...parameters, ...(design && designValues(design)) }),
      ...(signsNow !== undefined && { [SIGNS]: String(signsNow) }),
      [METHOD]: method.id,
      [TARGET]: targetNow(subject),
      [FEATURES]: columnItems(subject)
        .filter(({ picked }) => picked)
        .map(({ column }) => column),
    },
    actions: [
      { id: ACTION.fit, label: l10n.t('Fit'), hint: l10n.t('Ctrl+Enter') },
      {
        id: ACTION.save,
        label: l10n.t('Save as My Default'),
        hint: l10n.t('Writes what differs from the defaults into your settings'),
      },
    ],
  };
}

const KERNEL_WORDS = l10n.t('How the prediction may vary. Each line is one function that such a kernel favours.');

/** The field as shown: kernels have a drawing each. */
function shownField(field: Field): FormField {
  const shown = formField(field);
  if (field.name !== 'kernel' || shown.input.kind !== 'text') return shown;
  return { ...shown, input: { ...shown.input, drawn: 'kernels' } };
}

/** The problems in the form, and its difference from the defaults. */
export function settingsVerdict(subject: SettingsSubject, sent: FormValues): FormVerdict {
  const { problems } = readForm(settingFields(subject), sent);
  const features = sent[FEATURES] ?? [];
  const target = targetsOf(subject, sent)?.target;
  const alone = features.length === 0 || (features.length === 1 && features[0] === target);
  const differing = Object.keys(changedDefaults(subject, sent)).length;
  return {
    problems: {
      ...problems,
      ...(!isTargetless(subject.method) &&
        target === undefined && { [TARGET]: l10n.t('Choose the column to predict.') }),
      ...(alone && { [FEATURES]: l10n.t('At least one column is needed.') }),
    },
    summary:
      differing === 0
        ? l10n.t('All settings are the defaults.')
        : differing === 1
          ? l10n.t('1 setting differs from the defaults.')
          : l10n.t('{0} settings differ from the defaults.', count(differing)),
  };
}

/**
 * The choices in the form, for a fit. Values that only repeat the settings or the defaults are not stored, so that
 * settings and defaults continue to apply.
 */
export function settingsChoices(subject: SettingsSubject, sent: FormValues): CompleteChoices {
  const { settings, remembered } = subject;
  const { values } = readForm(settingFields(subject), sent);
  const own = changedDefaults(subject, sent);
  const chosen = Object.entries(values).filter(([name, value]) =>
    settings[name] === undefined ? name in own : settings[name] !== value,
  );
  const of = (design: boolean) => Object.fromEntries(chosen.filter(([name]) => DESIGN_NAMES.has(name) === design));
  const targets = targetsOf(subject, sent) ?? { target: '' };
  const taken = withTheirColumns([targets.target, ...(targets.moreTargets ?? [])]);
  const columns = (Array.isArray(sent[FEATURES]) ? sent[FEATURES] : []).filter((name) => !taken.has(name));
  const features = chosenFeatures(featureItems(subject.inspection, [...taken]), columns);
  const { missing: _, ...reading } = remembered.read ?? {};
  const signs = typeof sent[SIGNS] === 'string' ? sent[SIGNS].trim() : '';
  const read = { ...reading, ...readOptionsOf(signs === '' ? {} : { missing: signs }) };
  return {
    ...(subject.methods && { method: subject.method.id }),
    ...targets,
    ...(features && { features }),
    parameters: of(false),
    design: { ...keptDesign(remembered), ...designChoices(of(true)) },
    ...(Object.keys(read).length > 0 && { read }),
  };
}

/** The values that differ from the defaults of the schema, by name: *Save as My Default* writes them. */
export function changedDefaults(subject: SettingsSubject, sent: FormValues): Parameters {
  const { values } = readForm(settingFields(subject), sent);
  const schemas = new Map(schemasOf(subject).map((schema) => [schema.name, schema]));
  const differs = ([name, value]: readonly [string, ParameterValue]) => schemas.get(name)?.default !== value;
  return Object.fromEntries(Object.entries(values).filter(differs));
}

/** The names of all fields, so that emptied ones are removed from the settings too. */
export const settingNames = (subject: SettingsSubject): readonly string[] =>
  settingFields(subject).map(({ name }) => name);

/** A held-out file and the last rows have no line in the form: they are retained. */
const keptDesign = ({ design: { holdout } = {} }: FitChoices) =>
  holdout !== undefined && holdout.kind !== 'fraction' ? { holdout } : {};

const isTargetless = ({ family }: MethodSpec): boolean => family === 'components';

function schemasOf({ method, inspection, onCluster }: SettingsSubject): readonly ParameterSchema[] {
  const ofMethod = method.parameters.filter(({ name }) => !DESIGN_NAMES.has(name));
  const without = isTargetless(method) ? 'target' : onCluster ? 'all rows' : 'nothing';
  const rows = DESIGN_SCHEMA.filter(({ needs }) => needs !== without).map((choice) => {
    const { column } = choice;
    return column ? { ...choice, suggestions: inspection.columns.filter(column).map(({ name }) => name) } : choice;
  });
  return [...ofMethod, ...rows];
}

const settingFields = (subject: SettingsSubject): readonly Field[] => fieldsOf(schemasOf(subject));

/** One choice for each column that can be a target, preceded by the several targets of last time. */
function targetChoices({ inspection, remembered, settings }: SettingsSubject) {
  const { task } = { ...designChoices(settings), ...remembered.design };
  const { again, groups, preselected } = targetItems(inspection, {
    remembered,
    ...(task !== undefined && task !== 'auto' && { task }),
  });
  const columns = groups.flatMap(({ items }) => items);
  const single = columns.map(({ label, description, column }) => ({
    label,
    description,
    targets: { target: column } as Targets,
  }));
  // Positions, because a name can be any text.
  const choices = [...(again ? [again] : []), ...single].map((choice, i) => ({ ...choice, value: String(i) }));
  return { choices, proposed: (again ?? preselected) ? choices[0]?.value : undefined };
}

function targetField(subject: SettingsSubject): FormField {
  const { choices: all, proposed } = targetChoices(subject);
  const choices = all.map(({ value, label, description }) => ({ value, label, words: description }));
  const field = pickField(TARGET, l10n.t('Column'), { kind: 'choice', choices, required: proposed !== undefined });
  return { ...field, whenEmpty: l10n.t('Choose a column') };
}

function targetNow(subject: SettingsSubject): string {
  const { target, moreTargets = [] } = subject.remembered;
  const same = ({ targets }: { readonly targets: Targets }) =>
    targets.target === target && (targets.moreTargets ?? []).length === moreTargets.length;
  const { choices, proposed } = targetChoices(subject);
  return choices.find(same)?.value ?? proposed ?? '';
}

function targetsOf(subject: SettingsSubject, sent: FormValues): Targets | undefined {
  if (isTargetless(subject.method)) return undefined;
  return targetChoices(subject).choices.find(({ value }) => value === sent[TARGET])?.targets;
}

const columnItems = ({ inspection, remembered }: SettingsSubject) => {
  const { usable, unusable } = featureItems(inspection, [], remembered.features);
  return [...usable, ...unusable];
};

function columnsField(subject: SettingsSubject): FormField {
  const choices = columnItems(subject).map(({ column, description }) => ({
    value: column,
    label: column,
    words: description,
  }));
  return pickField(FEATURES, l10n.t('Columns'), { kind: 'many', choices });
}

function columnsTitle(subject: SettingsSubject): string {
  const chosen = targetsOf(subject, { [TARGET]: targetNow(subject) });
  const targets = withTheirColumns(chosen ? [chosen.target, ...(chosen.moreTargets ?? [])] : []);
  const items = columnItems(subject).filter(({ column }) => !targets.has(column));
  const picked = items.filter(({ picked: is }) => is).length;
  const all = amount(items.length, 'columns');
  return isTargetless(subject.method)
    ? l10n.t('Find components in {0} of {1}', count(picked), all)
    : l10n.t('Predict from {0} of {1}', count(picked), all);
}
