import { type ChildProcess, fork, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { FromHost, HostTask, ToHost } from '../engine/contract/host';
import type { FromEngine, Port, ToEngine } from '../engine/contract/rpc';
import { bareEnvironment } from '../engine/machine/bareEnvironment';
import type { EngineEnd, EngineLog, EngineProcess } from './engineProcess';

/**
 * Milliseconds. A call into a library never looks at its flag; with the time that it takes to end a process, this stays
 * below 200 ms.
 */
const CANCEL_PATIENCE = 120;

/**
 * The engine in a separate process, where native libraries may be loaded: a crash there does not end the editor.
 * `loaded` is called with the library that it computes with.
 */
export function startNative(
  path: string,
  task: HostTask,
  log: EngineLog,
  loaded: (file: string) => void = () => {},
): EngineProcess {
  const started = performance.now();
  const child = forkHost(path, task, log);
  child.once('spawn', () =>
    log.info(`native engine started in ${Math.round(performance.now() - started)} ms (process ${child.pid})`),
  );
  child.on('message', (message: FromHost) => message.type === 'library' && loaded(message.file));
  const ended = new Promise<EngineEnd>((resolve) => {
    child.once('error', (error) => resolve({ code: null, cause: error.message }));
    child.once('exit', (code, signal) =>
      resolve({ code: signal ?? code, cause: signal ? `signal ${signal}` : undefined }),
    );
  });
  return {
    kind: 'native',
    port: portOf(child, log),
    cancelPatience: CANCEL_PATIENCE,
    onExit: (listener) => void ended.then(listener),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const hostEnvironment = () => ({ ...bareEnvironment(process.env), ELECTRON_RUN_AS_NODE: '1' });

/** Starts dist/engine.js as the process for native libraries, with the editor's own binary as plain node. */
function forkHost(path: string, task: HostTask, log: EngineLog): ChildProcess {
  const child = fork(path, [JSON.stringify(task)], {
    serialization: 'advanced',
    execArgv: [],
    env: hostEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => log.error(`native engine: ${text.trimEnd()}`));
  return child;
}

/**
 * Has libraries tried in a separate process, logs the findings, and resolves once that process has ended: true unless a
 * library ended it.
 */
export function tryApart(path: string, task: HostTask & { readonly task: 'prove' }, log: EngineLog): Promise<boolean> {
  const child = forkHost(path, task, log);
  child.on('message', (message: FromHost) => message.type === 'log' && log.info(message.text));
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 0));
    child.once('error', () => resolve(false));
  });
}

/** The same in a process that ends itself and that this one does not wait for; returns its process number. */
export function tryDetached(path: string, task: HostTask & { readonly task: 'prove' }): number | undefined {
  const words = [path, JSON.stringify(task)];
  // In a folder that is not removed.
  const child = spawn(process.execPath, words, {
    cwd: dirname(path),
    env: hostEnvironment(),
    detached: true,
    windowsHide: true,
    stdio: 'ignore',
  });
  child.once('error', () => {});
  child.unref();
  return child.pid;
}

function portOf(child: ChildProcess, log: EngineLog): Port {
  // A process that is gone hears nothing; its end is reported by `onExit`.
  const send = (message: ToHost) => void (child.connected && child.send(message, () => {}));
  return {
    postMessage(message) {
      const { flags: _, ...rest } = message as ToEngine;
      send(rest);
    },
    raise: (id, flag) => send({ type: 'raise', id, flag }),
    on: (_event, listener) =>
      child.on('message', (message: FromHost) => {
        if (message.type === 'log') log.info(message.text);
        else if (message.type !== 'library') listener(message satisfies FromHost as FromEngine);
      }),
  };
}
