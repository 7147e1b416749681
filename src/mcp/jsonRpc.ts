import { type Fields, isRecord, isText } from '../engine/contract/shape';

// JSON-RPC 2.0: the kinds of messages, and their answers.

export type Id = string | number;

/** Error codes of the specification. */
export const ERROR = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
} as const;

/** Answered as an error of the protocol; a failure of a tool is a result instead. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export type Incoming =
  | { readonly kind: 'request'; readonly id: Id; readonly method: string; readonly params: Fields }
  | { readonly kind: 'notification'; readonly method: string; readonly params: Fields }
  /** An answer to a request; this server makes none. */
  | { readonly kind: 'answer' }
  | { readonly kind: 'wrong'; readonly id: Id | null; readonly why: string };

export function incoming(message: unknown): Incoming {
  if (!isRecord(message)) return { kind: 'wrong', id: null, why: 'a message is an object' };
  const { jsonrpc, method, params = {} } = message;
  const id = isId(message.id) ? message.id : null;
  if (jsonrpc !== '2.0') return { kind: 'wrong', id, why: 'jsonrpc has to be "2.0"' };
  if (method === undefined && ('result' in message || 'error' in message)) return { kind: 'answer' };
  if (!isText(method)) return { kind: 'wrong', id, why: 'method has to be a text' };
  if (!isRecord(params)) return { kind: 'wrong', id, why: 'params has to be an object' };
  if (message.id === undefined) return { kind: 'notification', method, params };
  if (id === null) return { kind: 'wrong', id, why: 'id has to be a text or a whole number' };
  return { kind: 'request', id, method, params };
}

export const isId = (value: unknown): value is Id => isText(value) || Number.isSafeInteger(value);

export const resultOf = (id: Id, result: unknown) => ({ jsonrpc: '2.0', id, result });
export const errorOf = (id: Id | null, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
export const notification = (method: string, params: unknown) => ({ jsonrpc: '2.0', method, params });
