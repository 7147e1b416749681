import type { Dialect, FrozenReading, NamedReading } from '../contract/data';

/** How a file was read. */
interface Read {
  readonly dialect: Dialect;
  readonly columns: readonly (Pick<NamedReading, 'name'> & Partial<NamedReading>)[];
}

/** How columns of these names, or all, were read, as what other files are to be read like. */
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
