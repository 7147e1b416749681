import { specOf } from '../engine/fit/method';
import { version } from '../engine/machine/version';
import { methods } from '../engine/methods/registry';
import type { CommandLine } from './arguments';
import { jsonText } from './json';
import { type Terminal, writeOut } from './terminal';

export async function methodsCommand({ options }: CommandLine, terminal: Terminal): Promise<void> {
  const specs = methods.map(specOf);
  if (options.json !== undefined)
    return writeOut(options.json, jsonText({ kernelscope: version, methods: specs }), terminal);
  for (const spec of specs) {
    terminal.out(`${spec.id}  ${spec.title} (${spec.source})\n  ${spec.summary}\n`);
    for (const p of spec.parameters) {
      const value = p.default !== undefined ? `default ${p.default}` : `chosen by ${p.rule ?? 'the method'}`;
      terminal.out(`    ${p.name.padEnd(16)} ${p.description} (${value})\n`);
    }
  }
}
