import { ownCopy } from '../labels';
import { MAX_COLUMNS, tooManyColumns } from '../table';

/** A key of the objects, or of objects within them. */
export interface Key {
  /** Its spelling when it was first met, with its quotes. */
  readonly spelt: string;
  /** The name of its column: keys of objects within objects are joined by points. */
  readonly name: string;
  /** Position of its column; −1 as long as it has none. */
  column: number;
  /** The keys of the objects that it holds. */
  members(): KeyTable;
}

/** The keys of the objects in one place, in the order in which the last object had them. */
export class KeyTable {
  readonly order: Key[] = [];
  private readonly spelt = new Map<string, Key>();
  private readonly named = new Map<string, Key>();

  /** `all` counts the keys of every place; `renamed` has the columns that have another name in another file. */
  constructor(
    private readonly file: string,
    private readonly renamed: ReadonlyMap<string, string> = new Map(),
    private readonly prefix = '',
    private readonly all = { count: 0 },
  ) {}

  find(spelt: string, name: string): Key {
    const known = this.spelt.get(spelt) ?? this.named.get(name);
    if (known) return known;
    if (++this.all.count > 2 * MAX_COLUMNS) throw tooManyColumns(this.file);
    const own = ownCopy(name);
    const key = this.made(ownCopy(spelt), this.prefix + columnName(own));
    this.spelt.set(key.spelt, key);
    this.named.set(own, key);
    return key;
  }

  private made(spelt: string, path: string): Key {
    let within: KeyTable | undefined;
    const members = () => {
      within ??= new KeyTable(this.file, this.renamed, `${path}.`, this.all);
      return within;
    };
    return { spelt, name: this.renamed.get(path) ?? path, column: -1, members };
  }
}

/** A column name made from a key, as from a header's cell. */
function columnName(key: string): string {
  return key.replace(/\s+/g, ' ').trim() || 'no name';
}
