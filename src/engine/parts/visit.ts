import type { TransformInput } from '../contract/data';
import { featureCount } from '../contract/kernel';
import type { BlockSize, WantedColumns } from '../data/rowBlocks';
import { blockRows } from '../fit/features/featureRows';
import type { RowCoding } from './codeRows';
import type { RowsPlan } from './family';
import { placesOf } from './usedRows';

/** The most numbers in a block of encoded rows. */
const BLOCK = 2 ** 21;

/** The way rows are visited, which follows from the plan alone: rows at once, and the columns needed. */
export function visitOf({ coding, basis }: Pick<RowsPlan, 'coding' | 'basis'>): {
  readonly size: BlockSize;
  readonly wanted: WantedColumns;
} {
  const { transform, targets } = coding;
  const { names } = transform;
  const rows = Math.max(
    256,
    Math.min(blockRows(featureCount(basis.map)), Math.floor(BLOCK / (names.length + targets.length))),
  );
  return { size: { step: rows, most: rows }, wanted: wantedBy(coding) };
}

/** The columns that the coding of rows needs. */
export function wantedBy(coding: RowCoding): WantedColumns {
  const { transform, targets, classes, weights, colours = [], shares } = coding;
  const { inputs } = transform;
  const levels = inputs.flatMap((input) => (input.kind === 'category' ? [[input.column, input.levels] as const] : []));
  const coloured = colours.flatMap(({ column, levels: known }) => (known ? [[column, known] as const] : []));
  const others = [...targets, ...(weights === undefined ? [] : [weights]), ...placesOf(coding)];
  return {
    levels: new Map([...coloured, ...levels, ...(classes ? [[targets[0], classes] as const] : [])]),
    kinds: new Map<string, TransformInput['kind'] | 'any'>([
      ...others.map((name) => [name, 'any'] as const),
      ...inputs.map(({ column, kind }) => [column, kind] as const),
    ]),
    ...(shares.rule?.kind === 'units' && { hashed: shares.rule.column }),
  };
}
