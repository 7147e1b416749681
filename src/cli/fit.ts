import { KernelscopeError } from '../engine/contract/failure';
import type { Engine } from '../engine/engine';
import { packModel } from '../engine/model/save';
import type { CommandLine } from './arguments';
import { fitJson, jsonText } from './json';
import { reportText } from './reportText';
import { fitRequest } from './request';
import { clearProgress, type Terminal, terminalContext, writeOut } from './terminal';
import { UsageError } from './usage';

export async function fitCommand(
  { operands, options }: CommandLine,
  engine: Engine,
  terminal: Terminal,
): Promise<void> {
  if (operands.length !== 1) throw new UsageError('fit takes one file: kernelscope fit FILE --target COL.');
  const request = fitRequest(operands[0], options);
  const context = terminalContext(terminal);
  const estimate = await engine.handlers.estimate(request, context);
  if (estimate.verdict !== 'go') {
    const advice = `${estimate.message} Add --set maxRows=${estimate.proposedRows} to use a random sample.`;
    if (estimate.verdict === 'refuse')
      throw new KernelscopeError('memory/too-large', advice, { bytes: estimate.bytes });
    clearProgress(terminal);
    terminal.err(`${advice}\n`);
  }
  const run = await engine.handlers.fit(request, context);
  clearProgress(terminal);
  if (options.save !== undefined) await writeOut(options.save, packModel(run.model), terminal);
  if (options.json !== undefined) await writeOut(options.json, jsonText(fitJson(run)), terminal);
  if (options.json !== '-') terminal.out(reportText(run));
}
