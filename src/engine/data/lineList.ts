const SHOWN = 5;

/** Counts the lines where something happened and remembers the first few. */
export class LineList {
  count = 0;
  private readonly first: number[] = [];

  add(line: number): void {
    this.count++;
    if (this.first.length < SHOWN) this.first.push(line);
  }

  /** In words: "1 row (line 17) has", "12 rows (lines 17, 20, 31, 40, 44, …) have". */
  words(what: string): string {
    const more = this.count > this.first.length ? ', …' : '';
    const one = this.count === 1;
    return `${this.count} ${what}${one ? '' : 's'} (line${one ? '' : 's'} ${this.first.join(', ')}${more}) ${one ? 'has' : 'have'}`;
  }
}
