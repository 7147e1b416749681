// npm start [-- options]
// From a clone to Kernelscope in VS Code; see HELP.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, installPackages, onPath, root } from './prerequisites.mjs';
import { runScript } from './processes.mjs';

const SAMPLE = { file: 'samples/fan-noise.csv', target: 'sound_level_db' };
const PORT = 8123;
const HELP = `npm start [-- options]

Installs what is missing, builds, fits ${SAMPLE.file} and prints what the panel shows; then opens Kernelscope on samples/:
in your own VS Code when \`code\` is on the PATH and can open a window, otherwise in a VS Code served on 127.0.0.1, whose
address is printed; it holds a token without which nothing is served. Ctrl+C stops what was started.

  --no-window    only fit and print
  --browser      serve a VS Code even where there is one
  --port N       the port to serve on, or the next free one ($PORT, otherwise ${PORT})
  --help
`;

/** Why the person's own VS Code cannot open a window here; undefined when it can. */
function noOwnWindow() {
  if (!onPath('code')) return 'there is no `code` on the PATH';
  if (process.platform !== 'linux') return undefined;
  if (process.getuid?.() === 0) return 'VS Code does not run as root';
  // Under Windows' Linux, `code` is Windows' own and needs no display.
  const display = process.env.DISPLAY || process.env.WAYLAND_DISPLAY || process.env.WSL_DISTRO_NAME;
  return display ? undefined : 'there is no display';
}

function fitSample() {
  const args = ['fit', SAMPLE.file, '--target', SAMPLE.target];
  console.log(`\nkernelscope ${args.join(' ')}\n`);
  const { status } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`The sample could not be fitted (exit code ${status}).`);
}

function openOwn() {
  const { status } = runScript('code', [`--extensionDevelopmentPath=${root}`, join(root, 'samples')], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('VS Code could not be opened; `npm start -- --browser` serves one instead.');
  console.log(`\nVS Code opens on samples/. ${howTo()}`);
}

const howTo = () => 'Right-click fan-noise.csv, then Kernelscope, then Fit…, and choose sound_level_db.';

/** The first free port from `first` on. */
async function freePort(first) {
  for (let port = first; port < first + 50; port++) {
    const free = await new Promise((done) => {
      const probe = createServer().once('error', () => done(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
    });
    if (free) return port;
  }
  throw new Error(`No port from ${first} to ${first + 49} is free.`);
}

async function serve(wanted) {
  // Only now: what these files start is installed on first use.
  const { installHost } = await import('../test/host/install.mjs');
  const { serveVsCode } = await import('./serveVsCode.mjs');
  installHost();
  const port = await freePort(wanted);
  if (port !== wanted) console.log(`Port ${wanted} is taken.`);
  let server;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    console.log('\nStopping VS Code…');
    await server?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  // The profile is kept, so that runs and open panels are there the next time.
  const profileAt = join(root, 'out/vscode-profile');
  server = await serveVsCode({ workspace: join(root, 'samples'), port, profileAt });
  console.log(
    `\nKernelscope in VS Code, for whoever has this address and nobody else:\n${server.address()}\n\n${howTo()}\nCtrl+C stops it.`,
  );
  if (process.env.SSH_CONNECTION) {
    console.log(`From another machine, first: ssh -L ${port}:127.0.0.1:${port} this-machine`);
  }
  await server.ended;
  if (stopping) return;
  throw new Error(`VS Code ended by itself.\n${server.log()}`);
}

function options() {
  const { values } = parseArgs({
    options: {
      'no-window': { type: 'boolean' },
      browser: { type: 'boolean' },
      port: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const port = Number(values.port ?? process.env.PORT ?? PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_000)
    throw new Error(`${values.port ?? process.env.PORT} is no port.`);
  return { ...values, port };
}

try {
  const { help, browser, port, 'no-window': noWindow } = options();
  if (help) {
    process.stdout.write(HELP);
  } else {
    installPackages();
    build();
    fitSample();
    const reason = browser ? '' : noOwnWindow();
    if (!noWindow && reason === undefined) openOwn();
    if (!noWindow && reason !== undefined) {
      if (reason) console.log(`\nServing a VS Code for the browser, because ${reason}.`);
      await serve(port);
    }
  }
} catch (error) {
  console.error(`\nnpm start: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
