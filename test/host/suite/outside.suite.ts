import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CancellationTokenSource, commands, extensions, LanguageModelTextPart, lm, Uri, workspace } from 'vscode';
import type { KernelscopeExports, KernelscopeFailure } from '../../../src/extension/api/kernelscope';
import { COMMAND, EXTENSION_ID, MCP_PROVIDER, TOOL } from '../../../src/extension/ids';
import { failed, kernelscope, packageJson, suiteFolder, wave } from './testBed';

/** What a language model is told. */
async function invoke(name: string, input: object, source = new CancellationTokenSource()): Promise<string> {
  const { content } = await lm.invokeTool(name, { input, toolInvocationToken: undefined }, source.token);
  const [part, ...others] = content;
  assert.ok(part instanceof LanguageModelTextPart && others.length === 0);
  return part.value;
}

const runIn = (text: string): string => /run ([\da-f-]{36})/.exec(text)?.[1] ?? '';

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

    it('offers its own server, which runs, reads the workspace and nothing else', async () => {
      const { contributes } = packageJson() as { contributes: { mcpServerDefinitionProviders: { id: string }[] } };
      assert.deepEqual(contributes.mcpServerDefinitionProviders, [{ id: MCP_PROVIDER, label: 'Kernelscope' }]);
      const [{ command, args, env }, ...others] = (await kernelscope()).testing.servers();
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
      const inspect = (name: string) => answerTo(2, 'tools/call', { name: 'inspect', arguments: { file: name } });
      assert.equal((await inspect(file)).structuredContent.rows, 40);
      assert.equal((await inspect(folder.write('outside.csv', wave(9)).fsPath)).isError, true);
      server.stdin.end();
      assert.deepEqual(await once(server, 'exit'), [0, null]);
    });

    it('has the tools of package.json registered', () => {
      const { contributes } = packageJson() as { contributes: { languageModelTools: { name: string }[] } };
      const contributed = contributes.languageModelTools.map(({ name }) => name).sort();
      assert.deepEqual(contributed, Object.values(TOOL).sort());
      const known = lm.tools.map(({ name }) => name).filter((name) => name.startsWith('kernelscope_'));
      assert.deepEqual(known.sort(), contributed);
    });

    it('inspects, fits, compares and explains for a language model; the run opens in its panel', async () => {
      const { store, panels } = (await kernelscope()).testing;
      const file = inWorkspace('tools.csv', wave(120));
      const inspected = await invoke(TOOL.inspect, { file });
      assert.match(inspected, /120 rows, 4 columns/);
      assert.match(inspected, /"x1": number/);
      const fitted = await invoke(TOOL.fit, { file, target: 'y', design: { seed: 4 } });
      assert.match(fitted, /Half of new values of y are missed by less than/);
      const id = runIn(fitted);
      assert.equal((await store.load(id)).request.design.seed, 4);
      const compared = await invoke(TOOL.compare, { file, target: 'y' });
      assert.match(compared, /Judged on the same \d+ folds/);
      const explained = await invoke(TOOL.explain, { run: id });
      assert.match(explained, /"x1" matters most/);
      for (const text of [inspected, fitted, compared, explained]) {
        assert.ok(text.length < 2500);
        assert.ok(!/\b(red|green)\b/.test(text), 'no cell of words');
      }
      await commands.executeCommand(COMMAND.openRun, id);
      await panels.of(id)[0].whenShown();
    });

    it('keeps tools within the workspace', async () => {
      const away = folder.write('away.csv', wave(40));
      const link = join(root, 'away-link.csv');
      rmSync(link, { force: true });
      symlinkSync(away.fsPath, link);
      made.push(link);
      for (const file of [away.fsPath, away.toString(), 'away-link.csv'])
        await assert.rejects(invoke(TOOL.fit, { file, target: 'y' }), /outside the workspace folders/);
      await assert.rejects(invoke(TOOL.inspect, { file: 'nowhere.csv' }), /There is no file nowhere\.csv/);
    });

    it('stops a tool with its token', async () => {
      const { tasks } = (await kernelscope()).testing;
      const file = inWorkspace('stopped.csv', wave(900));
      const source = new CancellationTokenSource();
      const answer = invoke(TOOL.fit, { file, target: 'y' }, source);
      source.cancel();
      await assert.rejects(answer);
      assert.deepEqual(tasks.titles, []);
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
      assert.match(failure.message, /design\.holdout has to be a share/);
    });
  });
}
