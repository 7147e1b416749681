import type { MethodSpec, ParameterSchema } from '../engine/contract/method';
import { specOf } from '../engine/fit/method';
import { version } from '../engine/machine/version';
import { methodById, methods } from '../engine/methods/registry';
import { METHOD_FAMILIES } from '../engine/words/methodWords';
import { valuesOf } from '../engine/words/parameterValue';
import { papersIn } from '../figures/papers';
import type { CommandLine } from './arguments';
import { jsonText } from './json';
import { type Terminal, writeOut } from './terminal';
import { printed, type TextPart } from './text/parts';
import { definitions, PAGE_WIDTH, wrapped } from './text/wrap';

/** Without an id, every method with its purpose; with an id, everything about that method. */
export async function methodsCommand({ operands: [id], options }: CommandLine, terminal: Terminal): Promise<void> {
  const one = id === undefined ? undefined : specOf(methodById(id));
  if (options.json !== undefined) {
    const text = one
      ? jsonText('method', { kernelscope: version, method: one, papers: papersIn(one.source) })
      : jsonText('methods', { kernelscope: version, methods: methods.map(specOf) });
    return writeOut(options.json, text, terminal);
  }
  terminal.out(one ? methodPage(one, terminal.columns) : printed(listParts(), terminal.columns));
}

/** A table for each family. */
function listParts(): TextPart[][] {
  const families = Object.entries(METHOD_FAMILIES).map(([family, title]): TextPart[] => {
    const members = methods.filter((method) => method.family === family);
    return [{ line: title }, { rows: members.map(({ id, title: name, purpose }) => [id, name, `for ${purpose}`]) }];
  });
  return [...families, [{ line: "'kernelscope methods ID' shows the parameters of one." }]];
}

/** The method's purpose, its source, and every parameter with its values and its default or rule. */
function methodPage({ id, title, purpose, summary, source, parameters }: MethodSpec, width = PAGE_WIDTH): string {
  const papers = papersIn(source).map(
    ({ tag, authors, year, title: name, link }) =>
      `${wrapped(`${tag}: ${authors} (${year}). ${name}.`, width, '  ')}    ${link}\n`,
  );
  const rows = parameters.map((parameter) => [parameter.name, meaningOf(parameter)] as const);
  return [
    wrapped(`${id}: ${title}, for ${purpose}`, width, '', '  '),
    wrapped(summary, width),
    `${wrapped(`Source: ${source}`, width, '', '  ')}${papers.join('')}`,
    `Parameters (--set NAME=VALUE)\n${definitions(rows, width)}`,
  ].join('\n');
}

/** "Number of folds. (a whole number of at least 0; default 10)" */
function meaningOf(parameter: ParameterSchema): string {
  const { description, default: value, rule = 'chosen by the method', suggestions = [] } = parameter;
  const values = suggestions.length > 0 ? suggestions.join(', ') : valuesOf(parameter);
  return `${description} (${values}; ${value === undefined ? rule : `default ${value}`})`;
}
