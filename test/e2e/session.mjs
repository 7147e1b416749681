import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser } from './browser.mjs';
import { waitForFigures } from './panel.mjs';
import { root, sampleWorkspace } from './profile.mjs';
import { runSteps } from './steps.mjs';
import { startVsCode } from './vscode.mjs';
import { acceptQuickPick, notifications, pickByName, quickPickRows, runCommand, THEMES } from './workbench.mjs';

/**
 * A window on a copy of the samples, for one list of steps. Pictures and logs go to test-results/<name>. `extension` is
 * 'link' or the path of a .vsix.
 */
export async function openSession(name, extension) {
  const out = join(root, 'test-results', name);
  mkdirSync(out, { recursive: true });
  const files = sampleWorkspace();
  const settings = { 'workbench.colorTheme': THEMES.dark.setting };
  const vscode = await startVsCode({ workspace: files.folder, extension, settings });
  const browser = await startBrowser();
  const { page, seen } = browser;
  const picture = (what) => page.screenshot({ path: join(out, `${what}.png`) });

  return {
    vscode,
    browser,
    page,
    picture,

    /**
     * Takes what the picks of a fit propose, or another target than they do; returns the milliseconds from the last pick to
     * figures.
     */
    async fitFromPicks(target, proposed = true) {
      await quickPickRows(page, 'Which column should be predicted?');
      if (proposed) await acceptQuickPick(page);
      else await pickByName(page, target);
      await quickPickRows(page, `Columns to predict ${target} from`);
      const began = performance.now();
      await acceptQuickPick(page);
      await waitForFigures(page);
      return performance.now() - began;
    },

    async closeEditors() {
      await runCommand(page, 'View: Close All Editors');
      await page.locator('iframe.webview').first().waitFor({ state: 'detached' });
    },

    /** Runs the steps, then those that every window has to pass; closes everything. Returns the tally. */
    async run(title, steps) {
      const all = [...steps, ...cleanEnd({ page, seen, vscode })];
      try {
        return await runSteps(title, all, async () => {
          await picture('failure');
          const log = [...seen.console, '--- server', vscode.log(), '--- extension', extensionLog(vscode)].join('\n');
          writeFileSync(join(out, 'failure.log'), log);
          console.log(`        test-results/${name}/failure.png and failure.log show more`);
          for (const error of seen.errors) console.log(`        console: ${error}`);
          for (const text of await notifications(page)) console.log(`        notification: ${text}`);
        });
      } finally {
        await browser.stop();
        await vscode.stop();
        files.remove();
      }
    },
  };
}

/** What must hold however far the steps came. */
function cleanEnd({ page, seen, vscode }) {
  return [
    {
      name: 'no notification is left open',
      independent: true,
      async run() {
        // VS Code takes its time to fade out the progress of what has ended.
        const late = Date.now() + 5_000;
        while ((await notifications(page)).length > 0 && Date.now() < late) await page.waitForTimeout(100);
        assert.deepEqual(await notifications(page), []);
      },
    },
    { name: 'the console has no error', independent: true, run: async () => assert.deepEqual(seen.errors, []) },
    { name: 'no request left the machine', independent: true, run: async () => assert.deepEqual(seen.outside, []) },
    {
      name: "the extension's log has no error",
      independent: true,
      async run() {
        const log = extensionLog(vscode);
        assert.doesNotMatch(log, /\[error\]/);
        const measured = [...log.matchAll(/figures after \d+ ms|activated in [\d.]+ ms/g)].map(([words]) => words);
        return `it measured: ${measured.join(', ') || 'nothing'}`;
      },
    },
  ];
}

/** What the extension wrote into its log channel. */
function extensionLog({ profile }) {
  return readdirSync(join(profile.data, 'logs'), { recursive: true })
    .filter((file) => /kernelscope\.kernelscope.*\.log$/.test(file))
    .map((file) => readFileSync(join(profile.data, 'logs', file), 'utf8'))
    .join('');
}
