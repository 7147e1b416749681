import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { bytesOf, readText } from './reading';

/** About n characters of text that readers stumble over. What is in it does not matter, only how the time grows with it. */
const GENERATORS: Readonly<Record<string, (n: number) => string>> = {
  'a run of blanks in a quoted cell': (n) => framed(`3,"x${' '.repeat(n)}y"`),
  'a run of blanks in a bare cell': (n) => framed(`3,x${' '.repeat(n)}y`),
  'a run of blanks at the end of a line': (n) => framed(`3,4${' '.repeat(n)}`),
  'blanks and line ends in turn': (n) => framed(' \n'.repeat(n / 2)),
  'a run of tabs': (n) => framed(`3,x${'\t'.repeat(n)}y`),
  'tabs and blanks in turn': (n) => framed(`3,x${' \t'.repeat(n / 2)}y`),
  'a run of CR': (n) => framed(`${'\r'.repeat(n)}3,4`),
  'a run of CR in a quoted cell': (n) => framed(`3,"x${'\r'.repeat(n)}y"`),
  'CR, then LF at the end': (n) => framed(`3,x${'\r'.repeat(n)}\n4,5`),
  'a run of LF': (n) => framed(`${'\n'.repeat(n)}3,4`),
  'CR LF in turn': (n) => framed('\r\n'.repeat(n / 2)),
  'a run of NUL': (n) => framed(`3,x${'\0'.repeat(n)}y`),
  'a run of commas': (n) => framed(','.repeat(n)),
  'a run of semicolons': (n) => framed(`3,${';'.repeat(n)}`),
  'a run of bars': (n) => framed(`3,${'|'.repeat(n)}`),
  'a run of quotes': (n) => framed(`3,${'"'.repeat(n)}`),
  'an odd run of quotes': (n) => framed(`3,${'"'.repeat(n + 1)}`),
  'doubled quotes in a cell': (n) => framed(`3,"${'""'.repeat(n / 2)}"`),
  'a quote that nothing closes': (n) => framed(`3,"${'x'.repeat(n)}`),
  'quotes that nothing closes': (n) => framed('3,"x\n'.repeat(n / 5)),
  'quotes in the middle of cells': (n) => framed('3,x"y\n'.repeat(n / 6)),
  'quoted cells between blanks': (n) => framed('"x" '.repeat(n / 4)),
  'quotes behind blanks': (n) => framed('3, "x, y"\n'.repeat(n / 10)),
  'quotes behind blanks that nothing closes': (n) => framed(`3, "x, y"\n${'3, "x\n'.repeat(n / 6)}`),
  'blanks in front of a cell': (n) => framed(`3, "x, y"\n3,${' '.repeat(n)}z`),
  'blanks in front of a quote': (n) => framed(`3, "x, y"\n3,${' '.repeat(n)}"z"`),
  'titles above the header': (n) => 'title\n'.repeat(n / 6) + framed('3,4'),
  'stray quotes in a quoted cell': (n) => framed(`3,"${'x"y,'.repeat(n / 4)}"`),
  apostrophes: (n) => framed(`3,${"'".repeat(n)}`),
  backslashes: (n) => framed(`3,"${'\\'.repeat(n)}"`),
  'backslashes in front of quotes': (n) => framed(`"3\\"x, 4",5\n3,"${'\\"'.repeat(n / 2)}"`),
  'backslashes in front of a quote': (n) => framed(`"3\\"x, 4",5\n3,"${'\\'.repeat(n)}", x"`),
  'a run of digits': (n) => framed(`3,${'7'.repeat(n)}`),
  'a run of zeros behind a point': (n) => framed(`3,0.${'0'.repeat(n)}1`),
  'a run of minus signs': (n) => framed(`3,${'-'.repeat(n)}`),
  'groups of thousands': (n) => framed(`3;1${'.000'.repeat(n / 4)}`),
  'one line of short cells': (n) => framed('1,'.repeat(n / 2)),
  'many columns': (n) => Array.from({ length: 4 }, (_, i) => `${i},`.repeat(n / 8)).join('\n'),
  'many levels': (n) => framed(Array.from({ length: n / 10 }, (_, i) => `${i % 9},w${i}`).join('\n')),
  'many dates': (n) => framed(Array.from({ length: n / 14 }, (_, i) => `${i % 9},2020-01-${10 + (i % 20)}`).join('\n')),
  'a run of byte-order marks': (n) => framed(`3,x${'\ufeff'.repeat(n / 3)}y`),
  'a run of no-break spaces': (n) => framed(`3,x${'\u00a0'.repeat(n / 2)}y`),
  'brackets that open': (n) => framed(`3,${'(['.repeat(n / 2)}`),
  'comment signs': (n) => '#\n'.repeat(n / 2) + framed('3,4'),
  'JSON: lists in lists': (n) => json(`{"a":${'['.repeat(n / 2)}${']'.repeat(n / 2)}}`),
  'JSON: objects in objects': (n) => json(`{"a":${'{"b":'.repeat(n / 6)}1${'}'.repeat(n / 6)}}`),
  'JSON: lists that nothing closes': (n) => json(`{"a":${'['.repeat(n)}`),
  'JSON: backslashes': (n) => json(`{"a":"${'\\\\'.repeat(n / 2)}"}`),
  'JSON: quotes behind backslashes': (n) => json(`{"a":"${'\\"'.repeat(n / 2)}"}`),
  'JSON: a quote that nothing closes': (n) => json(`{"a":"${'\\"'.repeat(n / 2)}`),
  'JSON: blanks': (n) => json(`{"a"${' '.repeat(n)}:1}`),
  'JSON: a run of digits': (n) => json(`{"a":${'7'.repeat(n)}}`),
  'JSON: short lines': (n) => json('{"a":1}\n'.repeat(n / 8)),
  'JSON: keys that change places': (n) => json('{"a":1,"b":2}\n{"b":1,"a":2}\n'.repeat(n / 28)),
  'JSON: empty objects': (n) => json('{}\n'.repeat(n / 3)),
  'JSON: spellings of a key': (n) =>
    json(Array.from({ length: n / 12 }, (_, i) => `{"${i % 2 ? '\\u0061' : 'a'}":${i}}`).join('\n')),
};

const json = (text: string) => `{"a":1}\n${text}\n{"a":2}\n`;
const framed = (text: string) => `a,b\n1,2\n${text}\n5,6\n`;
const SIZE = 40_000;
/** Four times the text takes four times the time; a quadratic reader takes sixteen times. */
const MOST = 10;
/** Milliseconds below which a time says nothing. */
const SMALL = 30;

/** Least CPU time of some readings, in milliseconds, whatever else the machine does. */
async function cpuTime(text: string, times: number): Promise<number> {
  const bytes = bytesOf(text);
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    const before = process.cpuUsage();
    await readText(bytes).catch((error) => {
      if (!(error instanceof KernelscopeError)) throw error;
    });
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

for (const [name, make] of Object.entries(GENERATORS)) {
  test(`the time to read grows with the size of the file: ${name}`, async () => {
    await cpuTime(make(SIZE / 10), 1);
    const large = await cpuTime(make(4 * SIZE), 1);
    if (large < SMALL) return;
    const small = await cpuTime(make(SIZE), 3);
    const ratio = Math.min(large, await cpuTime(make(4 * SIZE), 2)) / Math.max(small, SMALL / 4);
    assert.ok(ratio < MOST, `${ratio.toFixed(1)} times as long for 4 times the text (${small.toFixed(0)} ms)`);
  });
}
