import type { Note } from '../contract/note';
import { plural } from '../words/sentence';
import type { TableLayout } from './layout';
import type { LineList } from './lineList';

/** The oddities of a file's lines. */
export interface OddLines {
  readonly short: LineList;
  readonly long: LineList;
  readonly malformed: LineList;
  readonly repeated: LineList;
  /** The number of long rows whose extra cells hold something. */
  readonly longWithValues: number;
  readonly blankTail: number;
  /** The number of lines above the header, when there are more than blank rows among them. */
  readonly preamble: number;
  readonly unfused: number;
  /** The number of the first line of units, or of the second half of the names. */
  readonly belowNames: number;
  readonly comments: LineList;
  readonly footers: LineList;
  readonly footerTexts: readonly string[];
}

/** The notes on these oddities. */
export function readingWords(
  found: OddLines,
  { header, names, emptyNames, fused, format, belowNames }: TableLayout,
): readonly Note[] {
  const width = names.length;
  const { short, long, malformed, repeated, preamble, blankTail, unfused } = found;
  const notes: Note[] = [];
  const note = (when: boolean, severity: Note['severity'], code: string, text: string) => {
    if (when) notes.push({ severity, code, text });
  };
  const extra = found.longWithValues > 0 ? 'the extra ones' : 'the extra ones, all of them empty,';
  note(
    preamble > 0,
    'info',
    'data/preamble',
    `${preamble === 1 ? 'Line 1' : `Lines 1–${preamble}`}, above the ${header ? 'header' : 'first row'}, ${plural(preamble, 'is', 'are')} left out.`,
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
    found.longWithValues > 0 ? 'warning' : 'info',
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
    'info',
    'data/repeated-header',
    `${repeated.words('line')} the names of the header in place of values and ${plural(repeated.count, 'is', 'are')} left out.`,
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
  note(found.belowNames > 0, 'info', 'data/below-names', belowWords(found.belowNames, belowNames));
  note(
    found.comments.count > 0,
    'info',
    'data/comments',
    `${found.comments.words('line')} a # at the beginning and ${plural(found.comments.count, 'is', 'are')} left out as remarks.`,
  );
  note(
    found.footers.count > 0,
    'info',
    'data/footers',
    `${found.footers.words('line')} a remark, a balance or a part of another table in place of a row (${found.footerTexts.join(', ')}) and ${plural(found.footers.count, 'is', 'are')} left out.`,
  );
  return notes;
}

function belowWords(line: number, lines: TableLayout['belowNames']): string {
  const cells = lines.flat().filter((cell) => cell.trim() !== '');
  const shown = cells.slice(0, 3).map((cell) => `“${cell.trim().slice(0, 20)}”`);
  const which = lines.length > 1 ? `Lines ${line}–${line + lines.length - 1}` : `Line ${line}`;
  return `${which}, below the names, ${plural(lines.length, 'holds', 'hold')} no row of values (${shown.join(', ')}); ${plural(lines.length, 'it is', 'they are')} left out of the rows.`;
}
