// npm run test:electron
// The suite of test/host/suite in a VS Code that @vscode/test-electron downloads: for people and machines whose network
// reaches update.code.visualstudio.com. `npm test` runs the same suite without a download, by test/e2e/host.spec.mjs.
import { runTests } from '@vscode/test-electron';
import { root, sampleWorkspace } from '../e2e/profile.mjs';
import { buildSuite } from './buildSuite.mjs';

const { entry } = await buildSuite();
const files = sampleWorkspace();
try {
  process.exitCode = await runTests({
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
