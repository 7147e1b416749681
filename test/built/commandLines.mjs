// As `node test/built/commandLines.mjs CLI`: runs the command lines that standard input gives, lists of words in JSON, one after the other in this one process,
// as node runs the bundle for each. Writes a list of their exit codes, and of what they wrote.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [, , cli] = process.argv;
const require = createRequire(cli);
const lines = JSON.parse(readFileSync(0, 'utf8'));
const ended = [];
const said = { stdout: '', stderr: '' };
for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
  process[name].write = (content, ...rest) => {
    said[name] += content;
    rest.find((done) => typeof done === 'function')?.();
    return true;
  };
  // Each command listens to what is one for all of them.
  process[name].setMaxListeners(0);
}

// A command has ended when nothing is left to wait for; the next may end without waiting for anything.
process.on('beforeExit', () => {
  if (ended.length < lines.length) setImmediate(next, { status: process.exitCode ?? null, ...said });
});

/** Begins the command line after those that have ended. */
function next(...end) {
  ended.push(...end);
  process.exitCode = undefined;
  if (ended.length === lines.length) return writeFileSync(1, JSON.stringify(ended));
  Object.assign(said, { stdout: '', stderr: '' });
  process.argv = [process.execPath, cli, ...lines[ended.length]];
  delete require.cache[cli];
  require(cli);
}
next();
