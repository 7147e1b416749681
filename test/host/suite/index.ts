import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Mocha, { type Test } from 'mocha';
import { badInput } from './badInput.suite';
import { onCluster } from './cluster.suite';
import { comparing } from './compare.suite';
import { principalComponents } from './components.suite';
import { fitting } from './fit.suite';
import { history } from './history.suite';
import { improving } from './improve.suite';
import { inspecting } from './inspect.suite';
import { manifest } from './manifest.suite';
import { methods } from './methods.suite';
import { outside } from './outside.suite';
import { picks } from './picks.suite';
import { robustMethods } from './robust.suite';
import { soaking } from './soak.suite';
import { inTerminals } from './terminal.suite';

interface Outcome {
  readonly title: string;
  readonly state: string;
  readonly ms: number;
  readonly error?: string;
}

/** VS Code calls this inside the extension host; a rejection makes the host exit with 1. */
export async function run(): Promise<void> {
  const only = process.env.KERNELSCOPE_GREP;
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, reporter: 'min', ...(only && { grep: only }) });
  // Mocha's bdd words become globals, as when it loads files itself.
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  const suites = [
    manifest,
    fitting,
    methods,
    robustMethods,
    improving,
    principalComponents,
    picks,
    inspecting,
    history,
    comparing,
    onCluster,
    outside,
    inTerminals,
    badInput,
    soaking,
  ];
  for (const suite of suites) suite();
  const outcomes: Outcome[] = [];
  // The file that the launcher reads, written after every test: a host that ends before the last has reported those
  // until then.
  const path = process.env.KERNELSCOPE_RESULTS ?? join(__dirname, 'results.json');
  const note = (test: Test) => {
    const error = test.err?.stack;
    outcomes.push({
      title: test.fullTitle(),
      state: test.state ?? 'pending',
      ms: test.duration ?? 0,
      ...(error !== undefined && { error }),
    });
    writeFileSync(path, JSON.stringify({ tests: outcomes }, null, 2));
    console.log(
      `${test.state === 'passed' ? 'ok  ' : 'FAIL'} ${test.fullTitle()} (${test.duration ?? 0} ms) ${error ?? ''}`,
    );
  };
  const failures = await new Promise<number>((done) => {
    mocha.run(done).on('test end', note);
  });
  if (failures > 0) throw new Error(`${failures} of ${outcomes.length} tests failed`);
}
