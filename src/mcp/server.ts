import { BRIEF, briefText, failureText } from '../doors/brief/lines';
import type { OperationAnswer } from '../doors/operation';
import { cancelledError } from '../engine/contract/context';
import { cut, NAME_LENGTH } from '../engine/contract/cut';
import { toFailure } from '../engine/contract/failure';
import type { Json } from '../engine/contract/schema';
import { type Fields, isRecord, isText } from '../engine/contract/shape';
import { version } from '../engine/machine/version';
import { ERROR, errorOf, type Id, incoming, isId, notification, RpcError, resultOf } from './jsonRpc';

/**
 * The supported versions of the specification, newest first. A client that asks for another is offered the newest, and
 * leaves if it does not support it.
 */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
/** The most calls that run or wait for their turn, and the most messages of a batch. */
export const MOST_CALLS = 16;
/** The smallest step between two reports of progress. */
const STEP = 0.01;

/** The values that a tool gets with a call. */
export interface ToolCall {
  readonly signal: AbortSignal;
  /** `fraction` of the whole call, from 0 to 1. */
  readonly report: (fraction: number, stage: string) => void;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Json;
  readonly outputSchema: Json;
  readonly annotations: Json;
  /** The most characters of its lines; if omitted, the limit of a brief. */
  readonly most?: number;
  /** Throws `KernelscopeError`, which the model gets as a sentence. */
  readonly answer: (input: Fields, call: ToolCall) => Promise<OperationAnswer>;
}

export interface ServerOptions {
  readonly tools: readonly Tool[];
  /** Instructions that the model gets before it calls a tool. */
  readonly instructions: string;
  /** Takes a message as one line, without its end. */
  readonly send: (line: string) => void;
  /** Writes a line for a person to standard error. */
  readonly log: (line: string) => void;
}

/**
 * The Model Context Protocol over lines of JSON. Every request gets one answer, except those that were cancelled; calls
 * of tools are answered one after another, in the order in which they came, and everything else at once.
 */
export class McpServer {
  private initialised = false;
  private readonly calls = new Map<Id, AbortController>();
  private last: Promise<unknown> = Promise.resolve();
  private readonly requests: Readonly<Record<string, (params: Fields, id: Id) => unknown>> = {
    initialize: (params) => this.initialize(params),
    ping: () => ({}),
    'tools/list': ({ cursor }) => {
      if (cursor !== undefined) throw new RpcError(ERROR.params, 'All tools are on the first page: leave cursor out.');
      return { tools: this.options.tools.map(({ answer: _, most: __, ...said }) => said) };
    },
    'tools/call': (params, id) => this.call(params, id),
  };

  constructor(private readonly options: ServerOptions) {}

  /** Receives one line of the client; undefined for a line that was too long to be read. */
  async receive(line: string | undefined): Promise<void> {
    if (line?.trim() === '') return;
    const answer = await this.answerTo(line);
    if (answer !== undefined) this.options.send(JSON.stringify(answer));
  }

  /** Cancels all calls. */
  close(): void {
    for (const call of this.calls.values()) call.abort();
  }

  /** The answer to a line; undefined if it needs none. */
  private async answerTo(line: string | undefined): Promise<unknown> {
    if (line === undefined) return errorOf(null, ERROR.request, 'The message is too long.');
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return errorOf(null, ERROR.parse, 'The line is not JSON.');
    }
    if (!Array.isArray(message)) return this.handle(message);
    if (message.length === 0) return errorOf(null, ERROR.request, 'The batch is empty.');
    if (message.length > MOST_CALLS)
      return errorOf(null, ERROR.request, `The batch has more than ${MOST_CALLS} messages.`);
    const answers = await Promise.all(message.map((one) => this.handle(one)));
    const given = answers.filter((answer) => answer !== undefined);
    return given.length > 0 ? given : undefined;
  }

  private async handle(message: unknown): Promise<unknown> {
    const one = incoming(message);
    if (one.kind === 'answer') return undefined;
    if (one.kind === 'wrong') return errorOf(one.id, ERROR.request, `This is no request: ${one.why}.`);
    if (one.kind === 'notification') {
      const { requestId } = one.params;
      if (one.method === 'notifications/cancelled' && isId(requestId)) this.calls.get(requestId)?.abort();
      return undefined;
    }
    const { id, method, params } = one;
    try {
      if (!Object.hasOwn(this.requests, method))
        throw new RpcError(ERROR.method, `There is no method ${cut(method, NAME_LENGTH)}.`);
      if (!this.initialised && method !== 'initialize' && method !== 'ping')
        throw new RpcError(ERROR.request, 'The first request has to be initialize.');
      const result = await this.requests[method](params, id);
      return result === undefined ? undefined : resultOf(id, result);
    } catch (error) {
      if (error instanceof RpcError) return errorOf(id, error.code, error.message);
      this.logDefect(error);
      return errorOf(id, ERROR.internal, toFailure(error).message);
    }
  }

  private initialize({ protocolVersion }: Fields) {
    if (!isText(protocolVersion)) throw new RpcError(ERROR.params, 'protocolVersion has to be a text.');
    this.initialised = true;
    return {
      protocolVersion: VERSIONS.includes(protocolVersion) ? protocolVersion : VERSIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'kernelscope', title: 'Kernelscope', version },
      instructions: this.options.instructions,
    };
  }

  /** Calls a tool; undefined once the call is cancelled. */
  private async call({ name, arguments: input = {}, _meta: meta }: Fields, id: Id): Promise<unknown> {
    if (!isText(name)) throw new RpcError(ERROR.params, 'The name of the tool has to be a text.');
    const tool = this.options.tools.find((one) => one.name === name);
    if (!tool)
      throw new RpcError(
        ERROR.params,
        `Unknown tool: ${cut(name, NAME_LENGTH)}. Known: ${this.options.tools.map((one) => one.name).join(', ')}`,
      );
    if (!isRecord(input)) throw new RpcError(ERROR.params, 'arguments has to be an object.');
    if (this.calls.has(id)) throw new RpcError(ERROR.request, `A call with the id ${id} is under way.`);
    const waiting = [...this.calls.values()].filter(({ signal }) => !signal.aborted);
    if (waiting.length >= MOST_CALLS) return refusal(`${MOST_CALLS} calls are under way. Wait for an answer first.`);
    const controller = new AbortController();
    const { signal } = controller;
    this.calls.set(id, controller);
    const report = this.reporter(isRecord(meta) ? meta.progressToken : undefined, signal);
    const turn = this.last.then(() => {
      if (signal.aborted) throw cancelledError();
      return tool.answer(input, { signal, report });
    });
    this.last = turn.catch(() => {});
    try {
      const { parts, attached, structured } = await turn;
      if (signal.aborted) return undefined;
      const text = [briefText(parts, tool.most ?? BRIEF), ...(attached === undefined ? [] : [attached])].join('\n');
      return { content: [{ type: 'text', text }], structuredContent: structured };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (toFailure(error).code === 'engine/failed') this.logDefect(error);
      return refusal(failureText(error, 'The command line says more of it.'));
    } finally {
      this.calls.delete(id);
      // Progress that comes late is not reported.
      controller.abort();
    }
  }

  /** Reports progress only as it rises, in steps that a person can see. */
  private reporter(token: unknown, signal: AbortSignal): ToolCall['report'] {
    let last = 0;
    return (progress, message) => {
      if (!isId(token) || signal.aborted || progress < last + STEP) return;
      last = progress;
      const params = { progressToken: token, progress, total: 1, message };
      this.options.send(JSON.stringify(notification('notifications/progress', params)));
    };
  }

  private logDefect(error: unknown): void {
    this.options.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** The result of a call that failed, for the model to correct. */
const refusal = (text: string) => ({ content: [{ type: 'text', text }], isError: true });
