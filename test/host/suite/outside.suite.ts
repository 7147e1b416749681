import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { commands, extensions, Uri, workspace } from 'vscode';
import type { KernelscopeExports, KernelscopeFailure } from '../../../src/extension/api/kernelscope';
import { COMMAND, EXTENSION_ID, MCP_PROVIDER } from '../../../src/extension/ids';
import { failed, kernelscope, packageJson, suiteFolder, wave } from './testBed';

export function outside(): void {
  describe('for language models and other extensions', () => {
    const folder = suiteFolder();
    let root: string;
    const made: string[] = [];
    const inWorkspace = (name: string, content: string) => {
      const path = join(root, name);
      writeFileSync(path, content);
      made.push(path);
      return name;
    };
    before(() => {
      root = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
      assert.ok(root !== '', 'a folder is open');
    });
    after(() => {
      for (const path of made) rmSync(path, { force: true });
    });

    it('offers its own server, which reads the workspace and nothing else, and whose fits open in their panels', async () => {
      const { contributes } = packageJson() as { contributes: { mcpServerDefinitionProviders: { id: string }[] } };
      assert.deepEqual(contributes.mcpServerDefinitionProviders, [{ id: MCP_PROVIDER, label: 'Kernelscope' }]);
      const { servers, store, panels } = (await kernelscope()).testing;
      const [{ command, args, env }, ...others] = servers();
      assert.deepEqual(others, []);
      const file = inWorkspace('mcp-wave.csv', wave(40));
      const server = spawn(command, args, { env: { ...process.env, ...env } as NodeJS.ProcessEnv });
      const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
      const answerTo = async (id: number, method: string, params: object) => {
        server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
        return JSON.parse((await lines.next()).value).result;
      };
      const { serverInfo } = await answerTo(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {} });
      assert.equal(serverInfo.name, 'kernelscope');
      const call = (name: string, input: object) => answerTo(2, 'tools/call', { name, arguments: input });
      const inspect = (name: string) => call('inspect', { file: name });
      assert.equal((await inspect(file)).structuredContent.rows, 40);
      const away = folder.write('outside.csv', wave(9)).fsPath;
      const link = join(root, 'away-link.csv');
      rmSync(link, { force: true });
      symlinkSync(away, link);
      made.push(link);
      for (const outside of [away, 'away-link.csv']) assert.equal((await inspect(outside)).isError, true);
      const { structuredContent } = await call('fit', { file, target: 'y', design: { seed: 4 } });
      const run = await store.load(structuredContent.model);
      assert.deepEqual([run.request.design.seed, run.origin], [4, Uri.file(join(root, file)).toString()]);
      assert.equal((await call('explain', {})).structuredContent.model, run.id);
      await commands.executeCommand(COMMAND.openRun, run.id);
      await panels.of(run.id)[0].whenShown();
      server.stdin.end();
      assert.deepEqual(await once(server, 'exit'), [0, null]);
    });

    it('gives another extension a versioned API', async () => {
      const { exports } = extensions.getExtension<KernelscopeExports>(EXTENSION_ID) ?? {};
      const api = exports?.getApi(1);
      assert.ok(api);
      const file = folder.write('api.csv', wave(80));
      const { proposedTarget, columns } = await api.inspect(file);
      assert.deepEqual([proposedTarget, columns.length], ['y', 4]);
      const run = await api.fit(file, { target: 'y', parameters: { kernel: 'gaussian' } });
      assert.ok((run.r2 ?? 0) > 0.5 && run.verdict !== '');
      assert.ok((await api.runs()).some(({ id }) => id === run.id));
      const { outputs } = await api.predict(run.id, file);
      assert.equal(outputs[0].predicted.length, 80);
      const { candidates } = await api.compare(file, { target: 'y', parameters: { folds: 3 } });
      assert.equal(candidates.filter(({ chosen }) => chosen).length, 1);
      assert.equal((await api.explain(run.id)).columns[0].column, 'x1');
      await assert.rejects(api.fit(file, { target: 'z' }), (error: KernelscopeFailure) => {
        assert.equal(error.code, 'data/unknown-column');
        return true;
      });
    });

    it('takes what a keybinding can hand over: one object, or a list', async () => {
      const { store } = (await kernelscope()).testing;
      const file = folder.write('keys.csv', wave(60)).fsPath;
      const given = { target: 'y', parameters: { kernel: 'gaussian' }, design: { holdout: 0.3 }, method: 'huber' };
      for (const args of [{ file, ...given }, [file, given]]) {
        const report = await commands.executeCommand<{ runId: string }>(COMMAND.fit, args);
        const { method, data } = await store.load(report.runId);
        assert.deepEqual([method.id, data.holdout], ['huber', 18]);
      }
      const bound = await commands.executeCommand<{ runIds?: string[] }>('runCommands', {
        commands: [{ command: COMMAND.fit, args: [file, given] }],
      });
      assert.equal(bound, undefined);
      const out = join(folder.path, 'bound.html');
      const [{ id }] = await store.list();
      const saved = await commands.executeCommand<{ out: Uri }>(COMMAND.report, { run: id, out });
      assert.equal(saved.out.fsPath, Uri.file(out).fsPath);
      const failure = await failed(commands.executeCommand(COMMAND.fit, { file, target: 'y', design: { holdout: 7 } }));
      assert.match(failure.message, /design\.holdout has to be a fraction/);
    });
  });
}
