// The 2,290 files of the Pollock benchmark, made anew from its published list of pollutions (Vitagliano, Hameed, Jiang, Reisener,
// Wu and Naumann: Pollock: A Data Loading Benchmark, PVLDB 16(8), 2023), each with the rows a perfect reader makes of it.

/** @typedef {import('./source.mjs').Cell} Cell */
/** @typedef {{ family: string, name: string, weight: number, text: string, clean: string[][] }} Polluted */

/** `mark` stands in front of a quote within a cell. */
const COMMA = { delimiter: ',', quote: '"', mark: '"', end: '\r\n' };

/** How often the survey behind the benchmark met each pollution; what it met in rows is shared out among them. */
const WEIGHTS = {
  source: 1,
  'file without a byte': 15,
  'no line end at the end': 184,
  'two line ends at the end': 5,
  'no header': 470,
  'header over 2 lines': 47,
  'header over 3 lines': 47,
  preamble: 282,
  'second table, narrower': 188 / 3,
  'second table, as wide': 188 / 3,
  'second table, wider': 188 / 3,
  'header only': 3,
  'one row': 4,
  'line end LF': 1691,
  'line end CR': 7,
  'delimiter ;': 834,
  'delimiter tab': 4,
  'delimiter blank': 4,
  'delimiter comma and blank': 101,
  'quotation mark apostrophe': 11,
  'escaped by a backslash': 1,
  'quotes not escaped': 7,
  'one delimiter less in a row': 520 / 1414,
  'one delimiter more in a row': 520 / 1414,
  'blanks as delimiters of a row': 1 / 7,
  'one quote more in a row': 1 / 108,
};

/** @param {Cell[][]} table @returns {Polluted[]} */
export function pollutions(table) {
  const [header, ...body] = table;
  const clean = table.map(texts);
  const files = [];
  const add = (family, text, expected, where = '') =>
    files.push({
      family,
      name: where ? `${family}, ${where}` : family,
      weight: WEIGHTS[family],
      text,
      clean: expected,
    });
  const text = written(table);

  add('source', text, clean);
  add('file without a byte', '', []);
  add('no line end at the end', text.slice(0, -2), clean);
  add('two line ends at the end', `${text}\r\n`, clean);
  add('no header', written(body), clean.slice(1));
  for (const n of [2, 3]) {
    const joined = clean[0].map((name) => Array(n).fill(name).join(' '));
    add(`header over ${n} lines`, written([...Array(n - 1).fill(header.map(plain)), ...table]), [
      joined,
      ...clean.slice(1),
    ]);
  }
  const blank = header.map(() => plain({ text: '' }));
  const title = blank.map((cell, j) => (j === 0 ? plain({ text: 'PREAMBLE' }) : cell));
  add('preamble', written([title, blank, ...table]), clean);
  const second = table.slice(0, -1).map((row) => row.map(plain));
  const wider = second.map((row, i) => [...row, i === 0 ? plain({ text: 'col1' }) : row[row.length - 1]]);
  add('second table, narrower', text + written(second.map((row) => row.slice(0, -1))), clean);
  add('second table, as wide', text + written(second), clean);
  add('second table, wider', text + written(wider), clean);
  add('header only', written([header]), [clean[0]]);
  add('one row', written(table.slice(0, 2)), clean.slice(0, 2));
  add('line end LF', written(table, { ...COMMA, end: '\n' }), clean);
  add('line end CR', written(table, { ...COMMA, end: '\r' }), clean);
  for (const [what, delimiter] of Object.entries({ ';': ';', tab: '\t', blank: ' ', 'comma and blank': ', ' })) {
    add(`delimiter ${what}`, written(table, { ...COMMA, delimiter }), clean);
  }
  add('quotation mark apostrophe', written(table, { ...COMMA, quote: "'", mark: '' }), clean);
  add('escaped by a backslash', written(table, { ...COMMA, mark: '\\' }), clean);
  add('quotes not escaped', written(table, { ...COMMA, mark: '' }), clean);

  const lines = table.map((row) => pieces(row));
  const changed = (i, line) => `${lines.map((cells, k) => (k === i ? line : cells.join(','))).join('\r\n')}\r\n`;
  for (const [i, cells] of lines.entries()) {
    for (const j of cells.keys()) {
      const where = `row ${i}, column ${j}`;
      add(
        'one delimiter more in a row',
        changed(i, [...cells.slice(0, j), '', ...cells.slice(j)].join(',')),
        clean,
        where,
      );
      if (j > 0) {
        const glued = [...cells.slice(0, j - 1), cells[j - 1] + cells[j], ...cells.slice(j + 1)];
        add('one delimiter less in a row', changed(i, glued.join(',')), clean, where);
      }
      // The mark stands in front of the text, behind the quote of a quoted cell, and belongs to the cell.
      const stray = cells.map((cell, k) => (k === j ? `"${cell}` : cell));
      const marked = clean.map((row, k) => (k === i ? row.map((cell, l) => (l === j ? `"${cell}` : cell)) : row));
      add('one quote more in a row', changed(i, stray.join(',')), marked, where);
    }
    add('blanks as delimiters of a row', changed(i, cells.join(' ')), clean, `row ${i}`);
  }
  return files;
}

const texts = (row) => row.map(({ text }) => text);

/** As the benchmark writes cells that it adds: quoted only around a comma. */
const plain = ({ text }) => ({ text, quoted: text.includes(',') });

function pieces(row, { quote, mark } = COMMA) {
  return row.map(({ text, quoted }) => {
    const inside = text.replaceAll(quote, `${mark}${quote}`);
    return quoted ? `${quote}${inside}${quote}` : inside;
  });
}

function written(rows, dialect = COMMA) {
  return rows.map((row) => pieces(row, dialect).join(dialect.delimiter) + dialect.end).join('');
}
