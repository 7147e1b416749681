import type { SchemaElement } from 'hyparquet/src/types.js';
import type { UnreadableColumn } from '../../contract/data';
import { type Conversion, conversionOf } from './values';

/** A column of single values. */
export interface ParquetColumn {
  /** The name as the file writes it. */
  readonly header: string;
  /** The position among all columns that hold bytes of the file, including those left out. */
  readonly position: number;
  readonly element: SchemaElement;
  readonly conversion: Conversion;
}

export interface ParquetColumns {
  readonly columns: readonly ParquetColumn[];
  readonly leftOut: readonly UnreadableColumn[];
  /** How many columns hold bytes of the file. */
  readonly count: number;
}

/** The most bytes of a decimal or another value of fixed length; no number has more. */
const WIDEST = 64;

/** The columns of a schema, which names every structure in front of its members. Throws when it is no tree. */
export function parquetColumns([root, ...elements]: readonly SchemaElement[]): ParquetColumns {
  const columns: ParquetColumn[] = [];
  const leftOut: UnreadableColumn[] = [];
  let count = 0;
  let at = 0;
  for (let child = 0; child < (root.num_children ?? 0); child++) {
    const element = elements[at];
    const from = count;
    for (let open = 1; open > 0; open--) {
      if (at >= elements.length) throw new RangeError('the schema is no tree');
      const { num_children: children = 0, type } = elements[at++];
      if (!(children >= 0 && children <= elements.length)) throw new RangeError('the schema is no tree');
      if (type !== undefined) count++;
      else open += children;
    }
    const conversion =
      element.type === undefined || element.repetition_type === 'REPEATED' ? nested(element) : conversionOf(element);
    if (typeof conversion === 'string') leftOut.push({ name: element.name, what: conversion });
    else if ((element.type_length ?? 0) > WIDEST) leftOut.push({ name: element.name, what: 'bytes' });
    else columns.push({ header: element.name, position: from, element, conversion });
  }
  return { columns, leftOut, count };
}

function nested({ type, converted_type: converted, logical_type: logical }: SchemaElement): string {
  if (converted === 'MAP' || logical?.type === 'MAP') return 'maps';
  return type !== undefined || converted === 'LIST' || logical?.type === 'LIST' ? 'lists' : 'structures';
}
