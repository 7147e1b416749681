// Reporter of the window tests: a line a test as it ends, what went wrong in full, and the tally as the last line.
import { relative } from 'node:path';
import { addTallies, tallyLine } from '../../scripts/tally.mjs';
import { root } from './profile.mjs';
import { stageOf, WINDOW_STAGES } from './stages.mjs';

/** A test's own steps count as the tests that they are; a test without any counts itself. */
// biome-ignore lint/style/noDefaultExport: playwright takes a reporter by its default export
export default class TallyReporter {
  /** @type {Map<string, { tally: import('../../scripts/tally.mjs').Tally, milliseconds: number }>} */
  stages = new Map();
  failed = 0;

  /**
   * @param {import('@playwright/test/reporter').TestCase} test
   * @param {import('@playwright/test/reporter').TestResult} result
   */
  onTestEnd(test, result) {
    // The stage is that of the file itself: tests can be declared in another.
    const stage = stageOf(test.titlePath()[2]);
    const { tally, milliseconds } = this.stages.get(stage) ?? { tally: addTallies(), milliseconds: 0 };
    const steps = result.steps.filter(({ category }) => category === 'test.step');
    const good = steps.filter(({ error }) => !error).length;
    const bad = steps.length - good;
    const passed = result.status === 'passed';
    const own =
      result.status === 'skipped'
        ? { passed: 0, failed: 0, skipped: 1 }
        : steps.length === 0
          ? { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }
          : { passed: good, failed: passed ? bad : Math.max(1, bad), skipped: 0 };
    this.stages.set(stage, { tally: addTallies(tally, own), milliseconds: milliseconds + result.duration });
    const said = result.annotations.filter(({ type }) => type === 'said').map(({ description }) => description);
    const mark = { passed: 'ok  ', skipped: '--  ' }[result.status] ?? 'FAIL';
    console.log(
      `  ${mark}  ${stage}: ${test.title} (${result.duration} ms)${said.map((words) => `: ${words}`).join('')}`,
    );
    for (const { title, duration, error } of steps) {
      console.log(`          ${error ? 'FAIL' : 'ok  '}  ${title} (${duration} ms)`);
      if (error) console.log(String(error.message).replace(/^/gm, '                '));
    }
    if (passed || result.status === 'skipped') return;
    for (const { message, stack } of result.errors) console.log(String(stack ?? message).replace(/^/gm, '        '));
    for (const { name, path } of result.attachments) if (path) console.log(`        ${name}: ${relative(root, path)}`);
    const trace = result.attachments.find(({ name }) => name === 'trace');
    if (trace?.path) console.log(`        npx playwright show-trace ${relative(root, trace.path)}`);
  }

  /** @param {import('@playwright/test/reporter').TestError} error */
  onError(error) {
    this.failed++;
    console.log(`  FAIL  ${error.stack ?? error.message}`);
  }

  /** @param {import('@playwright/test/reporter').FullResult} result */
  onEnd({ status }) {
    console.log('');
    for (const name of Object.keys(WINDOW_STAGES)) {
      const stage = this.stages.get(name);
      if (stage) console.log(`${name}: ${tallyLine(stage.tally)}, ${(stage.milliseconds / 1000).toFixed(1)} s`);
    }
    const sum = addTallies(...[...this.stages.values()].map(({ tally }) => tally));
    const failed = sum.failed + this.failed;
    console.log(tallyLine({ ...sum, failed: status === 'passed' ? failed : Math.max(1, failed) }));
  }

  printsToStdio() {
    return true;
  }
}
