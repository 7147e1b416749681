// npm run test:electron [-- VERSION | oldest]
// The suite of test/host/suite in a VS Code that @vscode/test-electron downloads, the present one unless told otherwise: for people and machines
// whose network reaches update.code.visualstudio.com. `npm test` runs the same suite without a download, by test/e2e/host.spec.mjs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { root, sampleWorkspace } from '../e2e/profile.mjs';
import { buildSuite } from './buildSuite.mjs';

const asked = process.argv[2] ?? 'stable';
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { entry } = await buildSuite();
const files = sampleWorkspace({ thinned: true });
try {
  process.exitCode = await runTests({
    version: asked === 'oldest' ? engines.vscode.replace('^', '') : asked,
    extensionDevelopmentPath: root,
    extensionTestsPath: entry,
    launchArgs: [files.folder, '--disable-extensions', '--disable-workspace-trust'],
  });
} catch (error) {
  console.error(
    `VS Code could not be downloaded or its tests failed: ${error instanceof Error ? error.message : error}`,
  );
  process.exitCode = 1;
} finally {
  files.remove();
}
