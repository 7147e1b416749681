import { schemaId } from '../engine/contract/jsonKinds';
import { type Exporter, requireText, textFile } from './exporter';
import { type PortableArray, withArrays } from './portable/withArrays';

/** The whole model as JSON: vectors as lists, matrices as lists of rows, every number in digits that are read back as the same. */
export const json: Exporter = (model) => {
  requireText(model, 24);
  return [
    textFile(
      'model.json',
      `${JSON.stringify({ $schema: schemaId('model'), ...(withArrays(model, listed) as object) })}\n`,
    ),
  ];
};

function listed(array: PortableArray): unknown {
  if (!('values' in array && 'rows' in array)) return Array.from(array);
  const { rows, columns, values } = array;
  return Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, c) => values[c * rows + i]));
}
