import type { Dialect, FrozenReading, NamedReading } from '../contract/data';

/** How a file was read. */
interface Read {
  readonly dialect: Dialect;
  readonly columns: readonly (Pick<NamedReading, 'name'> & Partial<NamedReading>)[];
}

/** The reading of the columns of these names, or of all, as a model for reading other files. */
export function frozenReading(
  { columns, dialect: { decimal, thousands, header, encoding } }: Read,
  used?: ReadonlySet<string>,
): FrozenReading {
  return {
    columns: columns.flatMap(({ name, reading }) => (reading && used?.has(name) !== false ? [{ name, reading }] : [])),
    numbers: { decimal, thousands },
    header,
    encoding,
  };
}
