import { type ChildProcess, fork } from 'node:child_process';
import type { EngineEnd, EngineLog, EngineProcess } from '../../client/engineProcess';
import type { FromHost, HostTask, ToHost } from '../../engine/contract/host';
import type { FromEngine, Port, ToEngine } from '../../engine/contract/rpc';
import { bareEnvironment } from '../../engine/machine/bareEnvironment';

/** A call into a library never looks at its flag; with the time it takes to end a process this stays below 200 ms. */
const CANCEL_PATIENCE = 120;

/** The engine in a separate process, where native libraries may be loaded: a crash there does not end the editor. */
export function startNative(path: string, task: HostTask, log: EngineLog): EngineProcess {
  const child = forkHost(path, task, log);
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

/** Starts dist/engine.js as the process for native libraries, by the editor's own binary as plain node. */
export function forkHost(path: string, task: HostTask, log: EngineLog): ChildProcess {
  const started = performance.now();
  const child = fork(path, [JSON.stringify(task)], {
    serialization: 'advanced',
    execArgv: [],
    env: { ...bareEnvironment(process.env), ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.once('spawn', () =>
    log.info(`native engine started in ${Math.round(performance.now() - started)} ms (process ${child.pid})`),
  );
  child.stderr?.setEncoding('utf8').on('data', (text: string) => log.error(`native engine: ${text.trimEnd()}`));
  return child;
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
        else listener(message satisfies FromHost as FromEngine);
      }),
  };
}
