import type { ReadOptions } from '../../engine/contract/data';
import type { FormSpec } from '../../webview/forms/form';
import { type Field, formField, formValues } from './field';
import { KIND, readValues } from './readFields';

/** The action that shows the data. */
export const INSPECT = 'inspect';

/** How a file is read, as a form. */
export function formOfReading(name: string, fields: readonly Field[], read: ReadOptions): FormSpec {
  const ofColumns = fields.filter((field) => field.name.startsWith(KIND));
  const ofFile = fields.filter((field) => !ofColumns.includes(field));
  const groups = [
    { title: 'The file', fields: ofFile.map(formField) },
    { title: 'Kinds of columns', fields: ofColumns.map(formField), folded: ofColumns.length > 12 },
  ];
  return {
    title: name,
    facts: 'how the file is read',
    groups: groups.filter((group) => group.fields.length > 0),
    values: formValues(readValues(read)),
    actions: [
      { id: 'fit', label: 'Fit', hint: 'Reads the file like this and fits it (Ctrl+Enter)' },
      { id: INSPECT, label: 'Inspect Data', hint: 'Reads the file like this and shows what it holds' },
    ],
  };
}
