// The how-to pages of docs/contributing as programs: what a page's snippets add to a copy of the project, and what the page says of it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** '<!-- new FILE -->' or '<!-- into FILE before|replacing "TEXT" -->' in front of a fence, each indented as the list item in which it stands. */
const PLACE = /^( *)<!-- (?:new (\S+)|into (\S+) (before|replacing) "(.+)") -->\n\1```\w+\n([\s\S]*?)\n\1```$/gm;
const COMMAND = /^ *(?:npm run unit --|node scripts\/unit\.mjs) +([^#\n]+?)(?: +#.*)?$/gm;
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const COUNTS = /\btakes (\w+) files?(?:, and (\w+) more to test it)?\b/;

/**
 * @typedef {{ file: string, at?: string, replaces?: boolean, text: string }} Snippet `at` is a text of the file that stands there once, which the snippet
 * precedes or replaces; a new file has none
 * @param {string} page Markdown
 * @returns {{ snippets: Snippet[], tests: string[][], source: number, test: number }} with the words of each command of unit tests that it names, and
 * the numbers of files of the source and of tests that it promises
 */
export function howTo(page) {
  const snippets = [...page.matchAll(PLACE)].map(([, indent, added, into, way, at, fenced]) => {
    const text = fenced.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    if (at === undefined) return { file: added, text: `${text}\n` };
    const replaces = way === 'replacing';
    return { file: into, at: at.replaceAll('\\n', '\n'), replaces, text: replaces ? text : `${text}\n` };
  });
  const tests = [...page.matchAll(COMMAND)].map(([, words]) => words.trim().replaceAll("'", '').split(/ +/));
  const [, source = '', test = 'no'] = COUNTS.exec(page) ?? [];
  return { snippets, tests, source: NUMBERS.indexOf(source), test: NUMBERS.indexOf(test) };
}

/** Adds the snippets to the project in `root`. Throws where a text that one stands before is not there, or more than once. */
export function applySnippets(snippets, root) {
  for (const { file, at, replaces, text } of snippets) {
    const path = join(root, file);
    if (at === undefined) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: 'wx' });
      continue;
    }
    const content = readFileSync(path, 'utf8');
    const parts = content.split(at);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${at}`);
    writeFileSync(path, `${parts[0]}${text}${replaces ? '' : at}${parts[1]}`);
  }
}

/** How many files of the source and of tests the snippets touch. */
export function filesTouched(snippets) {
  const files = new Set(snippets.map(({ file }) => file));
  const under = (folder) => [...files].filter((file) => file.startsWith(`${folder}/`)).length;
  return { source: under('src'), test: under('test') };
}
