import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Milliseconds: no single operation takes this long; a side that does hangs. */
const PATIENCE = 1_800_000;

/** A process that is kept alive and answers a line of JSON with a line of JSON, one at a time. */
export class Child {
  #process;
  #waiting;
  #ended;

  constructor(command, args, env) {
    this.#process = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#waiting?.resolve(line));
    const end = (why) => {
      this.#ended = new Error(`${command} ${why}`);
      this.#waiting?.reject(this.#ended);
    };
    this.#process.on('error', (error) => end(`could not be started: ${error.message}`));
    this.#process.on('exit', (code, signal) => end(`ended with ${code ?? signal}`));
    this.#process.stdin.on('error', () => {});
  }

  /** Its answer to `request`. Rejects with the error it answers, when it ends, and when it does not answer. */
  async ask(request) {
    if (this.#ended) throw this.#ended;
    const line = await new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.close();
        reject(new Error(`no answer to ${request.operation} in ${PATIENCE / 1000} s`));
      }, PATIENCE);
      const done = (settle) => (value) => {
        clearTimeout(late);
        this.#waiting = undefined;
        settle(value);
      };
      this.#waiting = { resolve: done(resolve), reject: done(reject) };
      this.#process.stdin.write(`${JSON.stringify(request)}\n`);
    });
    const answer = JSON.parse(line);
    if (answer.error) throw new Error(`${request.operation}: ${answer.error}`);
    return answer;
  }

  close() {
    this.#process.kill('SIGKILL');
  }
}
