const NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
  ' ': 'runs of blanks',
};

/** "commas", or the character itself in these quotes. */
export const delimiterName = (delimiter: string, [open, close] = '“”'): string =>
  NAMES[delimiter] ?? `${open}${delimiter}${close}`;
