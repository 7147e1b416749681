// A program in place of node, which engines start as --node: it reports the most memory of each process and, where
// parts are generated, hands `map` its rows.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * @param {string} folder
 * @param {{ rows: number, columns: number } | undefined} generated rows and columns of each part, where parts are not read from their files
 */
export function makeWrapper(folder, generated) {
  const [program, peaks] = [join(folder, 'node'), join(folder, 'peaks')];
  mkdirSync(peaks);
  const node = `${quoted(process.execPath)} --import ${quoted(pathToFileURL(here('../limits/reportPeak.mjs')).href)}`;
  const rows = generated && `"$n" ${generated.rows} ${generated.columns} --edges`;
  const piped = `script=$1 plan=$4 n=$5; shift 5; ${quoted(process.execPath)} ${quoted(here('generate.mjs'))} ${rows} | ${node} "$script" cluster map "$plan" "$n" - "$@"; exit $?`;
  const lines = [
    '#!/bin/sh',
    `export KERNELSCOPE_PEAK=${quoted(peaks)}/$$.json`,
    ...(generated ? [`if [ "$2 $3" = 'cluster map' ]; then ${piped}; fi`] : []),
    `exec ${node} "$@"`,
  ];
  writeFileSync(program, `${lines.join('\n')}\n`, { mode: 0o755 });
  return {
    program,
    /** The most that a process has held since this was asked last, in bytes. */
    peak() {
      const found = readdirSync(peaks).map((name) => {
        const path = join(peaks, name);
        const { bytes } = JSON.parse(readFileSync(path, 'utf8'));
        rmSync(path);
        return bytes;
      });
      return Math.max(0, ...found);
    },
  };
}
