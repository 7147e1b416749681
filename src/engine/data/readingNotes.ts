import type { Note } from '../contract/note';
import { plural } from '../words/sentence';
import type { TextDecoding } from './encoding';
import type { TableLayout } from './layout';
import { LineList } from './lineList';

/** What was odd about the lines of a file, gathered while they are read and said in words at the end. */
export class ReadingNotes {
  readonly short = new LineList();
  readonly long = new LineList();
  readonly malformed = new LineList();
  readonly repeated = new LineList();
  /** Long rows whose extra cells hold something. */
  longWithValues = 0;
  blankTail = 0;
  /** Lines above the header, when there is more than blank rows among them. */
  preamble = 0;
  unfused = 0;
  /** The first line of units, or of the second half of the names. */
  belowNames = 0;
  readonly comments = new LineList();

  words({ names, emptyNames, fused, format, notes: found, belowNames }: TableLayout, decoding: TextDecoding): Note[] {
    const width = names.length;
    const { short, long, malformed, repeated, preamble, blankTail, unfused } = this;
    const notes: Note[] = [];
    const note = (when: boolean, severity: Note['severity'], code: string, text: string) => {
      if (when) notes.push({ severity, code, text });
    };
    const extra = this.longWithValues > 0 ? 'the extra ones' : 'the extra ones, all of them empty,';
    note(
      preamble > 0,
      'info',
      'data/preamble',
      preamble === 1
        ? 'Line 1, above the header, is left out.'
        : `Lines 1–${preamble}, above the header, are left out.`,
    );
    note(
      emptyNames > 0,
      'info',
      'data/empty-names',
      `The header has ${emptyNames === 1 ? 'an empty name' : `${emptyNames} empty names`} more than the rows have cells; ${emptyNames === 1 ? 'it was' : 'they were'} left out.`,
    );
    note(
      short.count > 0,
      'warning',
      'data/short-rows',
      `${short.words('row')} fewer than ${width} cells; the missing cells are treated as gaps.`,
    );
    note(
      long.count > 0,
      this.longWithValues > 0 ? 'warning' : 'info',
      'data/long-rows',
      `${long.words('row')} more than ${width} cells; ${extra} were left out.`,
    );
    note(
      malformed.count > 0,
      'warning',
      'data/malformed-quotes',
      `${malformed.words('row')} quotes that do not pair up; they were read as ordinary characters.`,
    );
    note(
      format.backslashQuotes === true,
      'info',
      'data/backslash-quotes',
      `Quotes within cells have a backslash in front (\\${format.quote}); they were read as quotes.`,
    );
    note(
      repeated.count > 0,
      'warning',
      'data/repeated-header',
      `${repeated.words('row')} the names of the header in place of values; they were read as data.`,
    );
    note(
      blankTail > 0,
      'info',
      'data/blank-tail',
      `${blankTail} ${blankTail === 1 ? 'row' : 'rows'} without any value at the end of the file ${blankTail === 1 ? 'was' : 'were'} left out.`,
    );
    note(
      unfused > 0,
      'warning',
      'data/fused-cells',
      `In ${unfused} rows the last ${fused} cells were quoted as one; they were taken apart.`,
    );
    const below = belowNames
      .flat()
      .filter((cell) => cell.trim() !== '')
      .slice(0, 3);
    note(
      this.belowNames > 0,
      'info',
      'data/below-names',
      `${belowNames.length > 1 ? `Lines ${this.belowNames}–${this.belowNames + belowNames.length - 1}` : `Line ${this.belowNames}`}, below the names, ${plural(belowNames.length, 'holds', 'hold')} no values (${below.map((cell) => `“${cell.trim().slice(0, 20)}”`).join(', ')}); ${plural(belowNames.length, 'it is', 'they are')} left out.`,
    );
    note(
      this.comments.count > 0,
      'info',
      'data/comments',
      `${this.comments.words('line')} a # at the beginning and ${plural(this.comments.count, 'is', 'are')} left out as remarks.`,
    );
    return [...notes, ...decoding.notes(), ...found];
  }
}
