import type { LineEnd } from '../contract/data';

/** The place where a block of bytes may be cut: just after its last line end, 0 when it has none that is certain. */
export function lastLineEnd(bytes: Uint8Array): number {
  const lf = bytes.lastIndexOf(10);
  if (lf >= 0) return lf + 1;
  // Without any LF the file may use CR alone; a CR in the last place may be the start of CR LF.
  const end = bytes.length - 1;
  if (end < 1) return 0;
  const cr = bytes.lastIndexOf(13, bytes[end] === 13 ? end - 1 : end);
  if (cr < 0 || bytes[cr + 1] === 13) return 0;
  return cr + 1;
}

/** Turns every line end of a block into LF and remembers which ones there were, also inside quotes. */
export class LineEnds {
  private readonly seen = { lf: 0, crlf: 0, cr: 0, crcrlf: 0 };

  normalise(text: string): string {
    if (!text.includes('\r')) {
      if (this.seen.lf === 0 && text.includes('\n')) this.seen.lf = 1;
      return text;
    }
    // A run of CR is read once, whether an LF ends it or not.
    return text.replace(/\r+\n?|\n/g, (end) => {
      if (end.endsWith('\n')) {
        this.seen[end === '\n' ? 'lf' : end === '\r\n' ? 'crlf' : 'crcrlf']++;
        return '\n';
      }
      this.seen.cr += end.length;
      return '\n'.repeat(end.length);
    });
  }

  /** Counts line ends that were met without normalising. */
  count(lf: number, crlf: number): void {
    this.seen.lf += lf;
    this.seen.crlf += crlf;
  }

  /** `inCells`: the number of line ends inside quoted cells, which need not agree with the rest. */
  prevailing(inCells: number): LineEnd {
    const ranked = Object.entries(this.seen).sort((a, b) => b[1] - a[1]) as [Exclude<LineEnd, 'mixed'>, number][];
    const others = ranked.slice(1).reduce((sum, [, count]) => sum + count, 0);
    return ranked[0][1] === 0 ? 'lf' : others <= inCells ? ranked[0][0] : 'mixed';
  }
}
