import type { Dialect } from '../contract/data';
import type { Note } from '../contract/note';
import { delimiterName } from '../words/dataWords';

/** The note on a delimiter that was set and stands between no cells. */
export function unusedDelimiter(given: string, found: string): Note {
  const text = `No line has ${delimiterName(given)} between cells, as was set, and so the table has one column; ${delimiterName(found)} would split the lines. If that is wrong, let the delimiter be found.`;
  return { severity: 'warning', code: 'data/unused-delimiter', text };
}

/** Notes on quotes around cells that are read as characters because other quotes, or none, are given. */
export function quoteNotes(sample: string, quote: Dialect['quote'], found: Dialect['quote']): readonly Note[] {
  if (
    found === quote ||
    !new RegExp(`(?:^|[\\n,;\\t| ])${found}[^\\n${found}]*${found}(?=[\\r\\n,;\\t| ]|$)`).test(sample)
  )
    return [];
  const text = `The ${found === '"' ? 'double' : 'single'} quotes around cells are read as characters of theirs, as other quotes were set. If that is wrong, let the quotes be found.`;
  return [{ severity: 'warning', code: 'data/other-quotes', text }];
}
