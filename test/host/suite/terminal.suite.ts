import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import {
  ConfigurationTarget,
  type EnvironmentVariableCollection,
  EnvironmentVariableMutatorType,
  workspace,
} from 'vscode';
import { SETTING } from '../../../src/extension/ids';
import { kernelscope, packageJson } from './testBed';

/** The variables of a shell in a terminal, with nothing of this process that would help it. */
function environment(terminal: EnvironmentVariableCollection): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, PATHEXT } = process.env;
  const variables: NodeJS.ProcessEnv = { PATH, SystemRoot, PATHEXT };
  for (const [name, { value, type }] of terminal)
    variables[name] = type === EnvironmentVariableMutatorType.Append ? `${variables[name]}${value}` : value;
  return variables;
}

export function inTerminals(): void {
  describe('in terminals', () => {
    const set = (value: boolean | undefined) =>
      workspace.getConfiguration().update(SETTING.terminalCommand, value, ConfigurationTarget.Global);

    it('the command line is at the end of the PATH, and the runtime of the editor runs it', async () => {
      const { terminal } = (await kernelscope()).testing;
      assert.equal(terminal.persistent, true);
      assert.ok(terminal.get('PATH')?.value.startsWith(delimiter));
      assert.equal(terminal.get('PATH')?.type, EnvironmentVariableMutatorType.Append);
      const { stdout, stderr } = spawnSync('kernelscope --version', {
        shell: true,
        env: environment(terminal),
        encoding: 'utf8',
      });
      assert.equal(stdout, `kernelscope ${packageJson().version}\n`, stderr);
    });

    it('the setting takes it away and brings it back', async () => {
      const { terminal } = (await kernelscope()).testing;
      await set(false);
      assert.equal(terminal.get('PATH'), undefined);
      assert.equal(terminal.persistent, false);
      await set(undefined);
      assert.notEqual(terminal.get('PATH'), undefined);
      assert.equal(terminal.persistent, true);
    });
  });
}
