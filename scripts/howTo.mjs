// The how-to pages of docs/contributing as programs: what a page's snippets add to a copy of the project, and what the page says of it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** "<!-- new FILE -->" or '<!-- into FILE before "TEXT" -->' in front of a fence, each indented as the list item in which it stands. */
const PLACE = /^( *)<!-- (?:new (\S+)|into (\S+) before "(.+)") -->\n\1```\w+\n([\s\S]*?)\n\1```$/gm;
const COMMAND = /^(?:npm run unit --|node scripts\/unit\.mjs) +([^#\n]+?)(?: +#.*)?$/gm;
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const COUNTS = /\btakes (\w+) files?(?:, and (\w+) more to test it)?\b/;

/**
 * @typedef {{ file: string, before?: string, text: string }} Snippet `before` is a text of the file that stands there once; a new file has none
 * @param {string} page Markdown
 * @returns {{ snippets: Snippet[], tests: string[], source: number, test: number }} with the parts of paths of the tests that it names, and the
 * numbers of files of the source and of tests that it promises
 */
export function howTo(page) {
  const snippets = [...page.matchAll(PLACE)].map(([, indent, added, into, before, text]) => ({
    file: added ?? into,
    ...(before !== undefined && { before: before.replaceAll('\\n', '\n') }),
    text: `${text.replaceAll(new RegExp(`^${indent}`, 'gm'), '')}\n`,
  }));
  const tests = [...page.matchAll(COMMAND)].flatMap(([, words]) => words.split(' -- ')[0].trim().split(/ +/));
  const [, source = '', test = 'no'] = COUNTS.exec(page) ?? [];
  return { snippets, tests, source: NUMBERS.indexOf(source), test: NUMBERS.indexOf(test) };
}

/** Adds the snippets to the project in `root`. Throws where a text that one stands before is not there, or more than once. */
export function applySnippets(snippets, root) {
  for (const { file, before, text } of snippets) {
    const path = join(root, file);
    if (before === undefined) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: 'wx' });
      continue;
    }
    const content = readFileSync(path, 'utf8');
    const parts = content.split(before);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${before}`);
    writeFileSync(path, `${parts[0]}${text}${before}${parts[1]}`);
  }
}

/** How many files of the source and of tests the snippets touch. */
export function filesTouched(snippets) {
  const files = new Set(snippets.map(({ file }) => file));
  const under = (folder) => [...files].filter((file) => file.startsWith(`${folder}/`)).length;
  return { source: under('src'), test: under('test') };
}
