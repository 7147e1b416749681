// Writes what follows from the code: the commands, menus, views and settings of package.json, package.nls.json, the parameters in
// docs/methods.md, its tables of kernels and filters, the JSON Schemas docs/*.schema.json, the rooms in docs/architecture.md, the
// table of samples/README.md, the findings of docs/reproductions.md, docs/glossary.md, the types of docs/kernelscope.d.ts, the drawings of kernels in forms, the keys in docs/tour.md,
// the man page, and the options in docs/cli.md.
//   node scripts/contributions.mjs          writes them
//   node scripts/contributions.mjs --check  exits with 1 when they are not as the code says
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { coreWasmPlugin } from './coreWasm.mjs';
import { describedSchemas } from './describedSchemas.mjs';
import { roomsTable } from './rooms.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const packagePath = `${root}package.json`;
const textsPath = `${root}package.nls.json`;

const source = readFileSync(packagePath, 'utf8');
const current = JSON.parse(source);
/** Modules that commands load when they run are not needed here. @type {import('esbuild').Plugin} */
const laterPlugin = {
  name: 'what is loaded later',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};
const { outputFiles } = await build({
  absWorkingDir: root,
  stdin: {
    contents: `
      import { methods } from './src/engine/methods/registry';
      import { manifest } from './src/extension/manifest/manifest';
      export const made = manifest(methods);
      export { LEAF_NAMES as kernels } from './src/engine/kernels/leafNames';
      export { FILTERS as filters } from './src/engine/filters/table';
      export { PAPERS as papers } from './src/figures/papers';
      export { TERMS as terms } from './src/webview/glossary/terms';
      export { SAMPLES as samples } from './src/webview/start/samples';
      export { CLAIMS as claims } from './src/engine/words/claims';
      export { CALLOUTS as callouts } from './src/engine/contract/callout';
      export { wilson } from './src/engine/statistics/classes';
      export { jsonSchemas } from './src/cli/schemas/table';
      export { kernelSketches } from './scripts/kernelSketches';
      export { claimsOfAll, findingsTable, keptIn, sharedDraws } from './scripts/reproductionData';
      export { manPage, referenceParts } from './scripts/commandReference';
      export { methods, targetMethods } from './src/engine/methods/registry';`,
    resolveDir: root,
    loader: 'ts',
  },
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'error',
  define: { KERNELSCOPE_VERSION: JSON.stringify(current.version) },
  plugins: [coreWasmPlugin, laterPlugin, describedSchemas],
});
const from = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
const { made, methods, targetMethods, kernels, filters, papers, samples, terms, claims, callouts, wilson } = from;
const { kernelSketches, jsonSchemas, manPage, referenceParts, claimsOfAll, findingsTable, keptIn, sharedDraws } = from;

const KEY_NAMES = { alt: 'Alt', ctrl: 'Ctrl', pagedown: 'Page Down', pageup: 'Page Up' };

// Generated members go before the dependencies and keep their places once they are there.
const { devDependencies, dependencies, optionalDependencies, scripts, ...head } = current;
const rest = { scripts, dependencies, optionalDependencies, devDependencies };
const text = (value) => `${JSON.stringify(value, null, 2)}\n`;
const methodsPath = `${root}docs/methods.md`;
const glossaryPath = `${root}docs/glossary.md`;
const samplesPath = `${root}samples/README.md`;
const housePath = `${root}docs/architecture.md`;
const tourPath = `${root}docs/tour.md`;
const reproductionsPath = `${root}docs/reproductions.md`;
const cliPath = `${root}docs/cli.md`;
const dataPath = `${root}docs/data.md`;
const files = [
  [packagePath, text({ ...head, ...made.fields, ...rest })],
  [textsPath, text(made.texts)],
  [methodsPath, methodsPage(readFileSync(methodsPath, 'utf8'))],
  [tourPath, tourPage(readFileSync(tourPath, 'utf8'))],
  [cliPath, cliPage(readFileSync(cliPath, 'utf8'))],
  [dataPath, dataPage(readFileSync(dataPath, 'utf8'))],
  [reproductionsPath, reproductionsPage(readFileSync(reproductionsPath, 'utf8'))],
  [`${root}man/kernelscope.1`, manPage(current.version, current.homepage)],
  [housePath, housePage(readFileSync(housePath, 'utf8'))],
  ...jsonSchemas().map(([kind, schema]) => [`${root}docs/${kind}.schema.json`, filledJson(schema)]),
  [glossaryPath, glossaryPage()],
  [`${root}docs/claims.md`, claimsPage(JSON.parse(readFileSync(`${root}docs/data/claims.json`, 'utf8')))],
  [samplesPath, samplesPage(readFileSync(samplesPath, 'utf8'))],
  [`${root}src/webview/forms/kernelSketches.json`, sketches(kernelSketches())],
  [`${root}docs/kernelscope.d.ts`, standingAlone(`${root}src/extension/api/kernelscope.ts`)],
];
const drifted = files.filter(([path, content]) => !existsSync(path) || readFileSync(path, 'utf8') !== content);
if (process.argv.includes('--check')) {
  for (const [path] of drifted)
    console.error(`${path.slice(root.length)} is not as the code says. Run node scripts/contributions.mjs.`);
  process.exitCode = drifted.length > 0 ? 1 : 0;
} else {
  for (const [path, content] of drifted) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    console.log(`wrote ${path.slice(root.length)}`);
  }
}

/** When each callout is said, in their order. */
function dataPage(found) {
  const rows = Object.entries(callouts).map(
    ([kind, { when, travels }]) => `| ${kind} | ${when} | ${travels ? 'yes' : ''} |`,
  );
  const table = ['| kind | said where | with predictions |', '|---|---|---|', ...rows].join('\n');
  return between(found, 'callouts from src/engine/contract/callout.ts -->\n', '<!-- end of callouts -->', table);
}

/** Every claim with the rates of `npm run bench -- claims`. */
function claimsPage(measured) {
  const cell = (words) => String(words).replaceAll('|', '\\|');
  // With the 95 % interval of Wilson: few draws without a fault show little.
  const rate = ({ said, wrong }) => {
    if (said === 0) return '';
    const [low, high] = wilson(wrong, said);
    const text = (value) => (100 * value).toFixed(1);
    return `${text(wrong / said)} % (${text(low)} to ${text(high)})`;
  };
  const sum = (tallies, member) => tallies.reduce((total, tally) => total + tally[member], 0);
  const sections = Object.entries(claims).map(([id, { says, when, truth, otherwise }]) => {
    const of = measured.filter(({ claim }) => claim === id);
    const all = { said: sum(of, 'said'), wrong: sum(of, 'wrong') };
    const rows = of.map((tally) => {
      const { simulation, draws, said, wrong, untold } = tally;
      return `| ${cell(simulation)} | ${draws} | ${said} | ${wrong} | ${rate(tally)} | ${untold} |`;
    });
    const table = [
      '| simulation | draws | said in | wrong in | of those said | cannot tell in |',
      '|---|---|---|---|---|---|',
      ...rows,
    ];
    const found =
      all.said === 0
        ? 'Never said in these draws: nothing is known of it.'
        : `Wrong in **${rate(all)}** of ${all.said}.`;
    return [
      `## ${id}`,
      `> ${says}`,
      `*Said* when ${when}. *True* where ${truth}. *Otherwise:* ${otherwise}.`,
      found,
      table.join('\n'),
    ].join('\n\n');
  });
  const lead = `# What is claimed, and how often it is wrong

Sentences about a person's data that say more than the numbers beside them. Each is said by a rule, and drawn tables whose truth is known tell how often it is
wrong: of the draws in which it was said, with the 95 % Monte-Carlo interval. A claim that is wrong in more than 5 % does not pass the tests. What cannot be told
is said to be so. \`npm run bench -- claims\` measures anew; a few draws of each are in the test suite. This page is written by
scripts/contributions.mjs from src/engine/words/claims.ts and docs/data/claims.json.`;
  return `${[lead, ...sections].join('\n\n')}\n`;
}

/** The page with its last part, below the marker, made anew: the parameters that all methods share, then each method's own. */
function methodsPage(page) {
  const marker = '<!-- what follows is written by scripts/contributions.mjs -->\n';
  const withKernels = between(page, 'from the kernels themselves -->\n', '<!-- end of kernels -->', kernelsTable());
  const withPapers = between(withKernels, 'from src/figures/papers.ts -->\n', '<!-- end of papers -->', papersList());
  const [written] = between(
    withPapers,
    'from the filters themselves -->\n',
    '<!-- end of filters -->',
    filtersTable(),
  ).split(marker);
  const cell = (words) => String(words).replaceAll('|', '\\|');
  const table = (parameters) => {
    const rows = parameters.map((p) => {
      const value = p.default === undefined ? (p.rule ?? '') : String(p.default);
      return `| \`${p.name}\` | ${p.choices ? p.choices.join(', ') : p.type} | ${cell(value)} | ${cell(p.description)} |`;
    });
    return ['| parameter | value | default or rule | meaning |', '|---|---|---|---|', ...rows].join('\n');
  };
  const everywhere = (p) => methods.every((m) => m.parameters.some((q) => JSON.stringify(q) === JSON.stringify(p)));
  const shared = methods[0].parameters.filter(everywhere);
  const sections = methods.map(({ id, title, summary, source, parameters }) => {
    const own = parameters.filter((p) => !everywhere(p));
    return `## ${title} (\`${id}\`)\n\n${summary} Source: ${source}.\n${own.length > 0 ? `\n${table(own)}\n` : ''}`;
  });
  return `${written}${marker}\n## Parameters of every method\n\n${table(shared)}\n\n${sections.join('\n')}`;
}

/** A line for each kernel, the points of its drawing. */
function sketches(byName) {
  const lines = Object.entries(byName).map(([name, points]) => `  "${name}": [\n${filled(points)}\n  ]`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Numbers of a list in lines as the formatter fills them. */
function filled(/** @type {readonly number[]} */ points) {
  const lines = ['   '];
  points.forEach((point, i) => {
    const next = ` ${point}${i < points.length - 1 ? ',' : ''}`;
    if (lines[lines.length - 1].length + next.length > 120) lines.push('   ');
    lines[lines.length - 1] += next;
  });
  return lines.join('\n');
}

function papersList() {
  const items = Object.entries(papers).map(
    ([tag, { meaning, title, authors, year, link }]) =>
      `- **${tag}**, ${meaning}: ${authors} (${year}). [${title}](${link}).`,
  );
  return items.join('\n');
}

/** A row for each kernel, with all names that share its formula. */
function kernelsTable() {
  const beside = ['', 'a constant', 'constant and linear terms'];
  const rows = [...new Set(kernels.map(({ kernel }) => kernel))].map((kernel) => {
    const named = kernels.filter((leaf) => leaf.kernel === kernel);
    const names = named.map(({ name }) => `\`${name}\``).join(', ');
    const numbers = kernel.parameters.map((p) => `\`${p.name}\` = ${p.default}`).join(', ');
    const order = kernel.order(named[0].shape(named[0].defaults));
    return `| ${names} | ${kernel.formula} | ${numbers} | ${beside[order]} | ${kernel.summary} |`;
  });
  const head =
    '| name | formula, r = ‖x − z‖ after division | numbers, where left out | unpenalised beside it | when |';
  return [head, '|---|---|---|---|---|', ...rows].join('\n');
}

/** A row for each filter, with the methods that have it and what their sliders move. */
function filtersTable() {
  const rows = Object.entries(filters).map(([kind, { axes, held, words }]) => {
    const names = Object.keys({ ...axes, ...held }).join(', ');
    const users = targetMethods.filter((method) => method.filter?.kind === kind);
    const used = users.map(({ id, filter }) => `\`${id}\` (${filter.axes.join(', ')})`).join(', ');
    return `| \`${kind}\` | ${words.formula} | ${names} | ${words.lambda} | ${words.inFold} | ${words.exact} | ${used} |`;
  });
  const head =
    "| filter | factor of direction i, g_i | numbers | comparable lambda of ridge | in a fold of n' of n rows | errors of rows left out exact without refits | methods (sliders) |";
  return [head, '|---|---|---|---|---|---|---|', ...rows].join('\n');
}

/** JSON with each object and list that fits a line in one. */
function filledJson(/** @type {unknown} */ value, indent = '', before = 0) {
  const line = JSON.stringify(value, null, 1)?.replace(/\n */g, ' ');
  if (typeof value !== 'object' || value === null || indent.length + before + line.length <= 118)
    return `${line}${indent === '' ? '\n' : ''}`;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => `${inner}${filledJson(item, inner)}`)
    : Object.entries(value).map(([name, item]) => `${inner}"${name}": ${filledJson(item, inner, name.length + 4)}`);
  const [opening, closing] = Array.isArray(value) ? '[]' : '{}';
  return `${opening}\n${parts.join(',\n')}\n${indent}${closing}${indent === '' ? '\n' : ''}`;
}

/** The page with the table of rooms between its markers made anew. */
function housePage(page) {
  return between(page, 'from scripts/rooms.mjs -->\n', '<!-- end of rooms -->', roomsTable());
}

/** Every word that the panel explains, in alphabetical order. */
function glossaryPage() {
  const entries = Object.values(terms)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ name, sentence, anchor }) => `## ${name}\n\n${sentence} [More](${anchor})\n`);
  const head = `# Glossary

<!-- written by scripts/contributions.mjs from src/webview/glossary/terms.ts -->

The words of the panel, as it explains them when you point at one, or after the \`?\` key. Kernels are explained by their
[own table](methods.md#kernels).
`;
  return [head, ...entries].join('\n');
}

/** The page with the table of samples as the first page of the extension has them. */
function samplesPage(page) {
  const rows = Object.entries(samples).map(([name, { rows, title, sentence, method, given }]) => {
    const said = sentence.map(({ text, strong }) => (strong ? `**${text}**` : text)).join('');
    const target = [given.target, ...(given.moreTargets ?? [])].filter(Boolean).map((column) => `\`${column}\``);
    return `| \`${name}.csv\` | ${rows} | ${target.join(', ') || 'none'} | \`${method}\` | ${title}. ${said} |`;
  });
  const head = '| file | rows | target | method | what it shows |';
  return between(
    page,
    'from src/webview/start/samples.ts -->\n',
    '<!-- end of samples -->',
    [head, '|---|---|---|---|---|', ...rows].join('\n'),
  );
}

/** Types for others to copy: the file with those that it exports from other files in place of the line that does so. */
function standingAlone(/** @type {string} */ path) {
  return readFileSync(path, 'utf8')
    .replace(/^import type [^;]* from '\.[^']*';\n/gm, '')
    .replace(
      /^export type \* from '(\.[^']*)';\n/gm,
      (_, from) => `\n${readFileSync(resolve(path, `../${from}.ts`), 'utf8')}`,
    )
    .replaceAll(/\n{3,}/g, '\n\n');
}

/** The page with its table of keys made anew. */
function tourPage(page) {
  const { commands, keybindings } = made.fields.contributes;
  const shown = (keys) =>
    keys
      .split(' ')
      .map((press) =>
        press
          .split('+')
          .map((name) => KEY_NAMES[name] ?? name.toUpperCase())
          .join('+'),
      )
      .join(' ');
  const rows = keybindings.map(({ command, key, mac = key }) => {
    const { title } = commands.find((entry) => entry.command === command);
    const words = made.texts[title.slice(1, -1)];
    return `| ${shown(key)} | ${shown(mac)} | ${words.replace(/…$/, '')} |`;
  });
  const table = ['| keys | on a Mac | what |', '|---|---|---|', ...rows].join('\n');
  return between(page, 'from src/extension/manifest/commands.ts -->\n', '<!-- end of keys -->', table);
}

/** The page with the findings at published size made anew, from docs/data/reproductions. */
function reproductionsPage(page) {
  const kept = keptIn(`${root}docs/data/reproductions`);
  const found = between(page, 'from docs/data/reproductions -->\n', '<!-- end of findings -->', findingsTable(kept));
  const shared = between(found, 'shared draws -->\n', '<!-- end of shared draws -->', sharedDraws());
  return between(shared, 'claims from docs/data/reproductions -->\n', '<!-- end of claims -->', claimsOfAll(kept));
}

/**
 * The page of the command line with each part made anew from the tables of commands and options. Throws where a marker
 * names none.
 */
function cliPage(page) {
  const parts = referenceParts();
  return page.replace(/(<!-- written: (.*) -->\n)[\s\S]*?(<!-- end of written -->)/g, (_, opening, name, closing) => {
    if (!Object.hasOwn(parts, name)) throw new Error(`docs/cli.md: nothing is written of "${name}".`);
    return `${opening}\n${parts[name]}\n\n${closing}`;
  });
}

/** The page with the table between two markers replaced. */
function between(page, opening, closing, table) {
  const before = page.slice(0, page.indexOf(opening) + opening.length);
  return `${before}\n${table}\n\n${page.slice(page.indexOf(closing))}`;
}
