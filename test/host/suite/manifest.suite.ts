import { strict as assert } from 'node:assert';
import { commands } from 'vscode';
import { kernelscope, packageJson } from './testBed';

export function manifest(): void {
  describe('the extension', () => {
    it('starts nothing as it activates', async () => {
      const { testing } = await kernelscope();
      assert.equal(testing.engine.started, false);
    });

    it('registers exactly the commands of package.json', async () => {
      const { contributes } = packageJson() as { contributes: { commands: { command: string }[] } };
      const contributed = contributes.commands.map(({ command }) => command).sort();
      // The view brings commands of its own: kernelscope.runs.focus and the like.
      const registered = (await commands.getCommands(true)).filter((id) => /^kernelscope\.\w+$/.test(id)).sort();
      assert.deepEqual(registered, contributed);
    });

    it('works in untrusted and virtual workspaces, where the files are', () => {
      const { capabilities, extensionKind } = packageJson();
      // Limited by one setting: a workspace that is not trusted must not have native libraries loaded.
      assert.equal(capabilities.untrustedWorkspaces.supported, 'limited');
      assert.equal(capabilities.virtualWorkspaces.supported, true);
      assert.deepEqual(extensionKind, ['workspace']);
    });
  });
}
