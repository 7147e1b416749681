import assert from 'node:assert/strict';
import type { CallOptions } from '../../src/engine/contract/channel';
import { cancelledError } from '../../src/engine/contract/context';
import type { EngineApi, EngineMethod, RequestContext } from '../../src/engine/contract/rpc';
import { Engine } from '../../src/engine/engine';
import { serveMcp } from '../../src/mcp/serve';
import { machine } from '../engine/testCore';

type Id = string | number | null;

export interface Answer {
  readonly jsonrpc: string;
  readonly id?: Id;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

/** A stream that a test writes into. */
export class Chunks {
  private readonly waiting: Uint8Array[] = [];
  private wake: (() => void) | undefined;
  private ended = false;

  push(text: string | Uint8Array): void {
    this.waiting.push(typeof text === 'string' ? new TextEncoder().encode(text) : text);
    this.wake?.();
  }

  end(): void {
    this.ended = true;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = this.waiting.shift();
      if (next) yield next;
      else if (this.ended) return;
      else
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
    }
  }
}

interface Options {
  readonly allowWrite?: boolean;
  readonly history?: string;
  /** Called at every look of the engine at its flag, with the request that it works on. */
  readonly looks?: (method: EngineMethod) => unknown;
}

/** A server in this process, and its client. */
export class Wire {
  readonly said: Answer[] = [];
  readonly logged: string[] = [];
  readonly ended: Promise<void>;
  /** Requests that were answered by the engine, in their order. */
  readonly computed: EngineMethod[] = [];
  disposed = false;
  private readonly input = new Chunks();
  private readonly waiting = new Map<Id, (answer: Answer) => void>();
  private readonly engine = new Engine(machine(4e9));
  private ids = 0;

  constructor(
    folders: readonly string[],
    private readonly options: Options = {},
  ) {
    this.ended = serveMcp({
      folders,
      allowWrite: options.allowWrite ?? false,
      history: options.history,
      input: this.input,
      out: (text) => this.take(text),
      log: (text) => void this.logged.push(text),
      engine: {
        call: (method, params, options = {}) => this.call(method, params, options),
        dispose: () => {
          this.disposed = true;
        },
      },
    });
  }

  line(text: string): void {
    this.input.push(`${text}\n`);
  }

  notify(method: string, params: object = {}): void {
    this.line(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** The answer to what is sent as it is, which has this id. */
  answerTo(id: Id, text: string): Promise<Answer> {
    const answer = new Promise<Answer>((resolve) => this.waiting.set(id, resolve));
    this.line(text);
    return answer;
  }

  request(method: string, params?: object, id = ++this.ids): Promise<Answer> {
    return this.answerTo(id, JSON.stringify({ jsonrpc: '2.0', id, method, ...(params && { params }) }));
  }

  /** Sent, and not waited for. */
  begin(id: number, name: string, input: object, meta?: object): void {
    const params = { name, arguments: input, ...(meta && { _meta: meta }) };
    this.line(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }));
  }

  async open(): Promise<this> {
    const { result } = await this.request('initialize', { protocolVersion: '2025-06-18', capabilities: {} });
    assert.ok(result);
    this.notify('notifications/initialized');
    return this;
  }

  async tool(name: string, input: object, meta?: object): Promise<ToolResult> {
    const { result, error } = await this.request('tools/call', {
      name,
      arguments: input,
      ...(meta && { _meta: meta }),
    });
    assert.equal(error, undefined);
    return result as unknown as ToolResult;
  }

  /** The text of the tool's answer, which must not be a failure. */
  async text(name: string, input: object): Promise<string> {
    const { content, isError } = await this.tool(name, input);
    assert.equal(isError, undefined, content[0].text);
    return content[0].text;
  }

  /** Why the tool refuses. */
  async refusal(name: string, input: object): Promise<string> {
    const { content, isError } = await this.tool(name, input);
    assert.equal(isError, true, content[0].text);
    return content[0].text;
  }

  close(): Promise<void> {
    this.input.end();
    return this.ended;
  }

  private take(text: string): void {
    assert.match(text, /^[^\n]*\n$/, 'a message is one line');
    const message = JSON.parse(text) as Answer | readonly Answer[];
    for (const one of Array.isArray(message) ? message : [message]) {
      this.said.push(one);
      if (one.id === undefined) continue;
      this.waiting.get(one.id)?.(one);
      this.waiting.delete(one.id);
    }
  }

  private async call<M extends EngineMethod>(
    method: M,
    params: EngineApi[M]['params'],
    { signal, onProgress }: CallOptions,
  ): Promise<EngineApi[M]['result']> {
    const check = () => {
      this.options.looks?.(method);
      if (signal?.aborted) throw cancelledError();
    };
    const context: RequestContext = {
      get cancelled() {
        return signal?.aborted ?? false;
      },
      check,
      progress(fraction, stage) {
        check();
        onProgress?.(fraction, stage);
      },
    };
    const result = await this.engine.handlers[method](params, context);
    this.computed.push(method);
    return result;
  }
}
