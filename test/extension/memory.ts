import type { Keep } from '../../src/extension/remembered';

/** A workspace's state that lasts as long as the test. */
export function memory(): { kept: Map<string, unknown>; keep: Keep } {
  const kept = new Map<string, unknown>();
  const get = <T>(key: string, otherwise: T) => (kept.get(key) as T) ?? otherwise;
  return { kept, keep: { get, update: async (key, value) => void kept.set(key, value) } };
}
