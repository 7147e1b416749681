/**
 * The parts of WebAssembly (W3C JavaScript Interface 2.0) that the core uses; TypeScript declares them among the types
 * of a page, which the engine does not see.
 */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer;
    /** Grows by pages of 64 KiB; returns how many there were. */
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: BufferSource);
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, (...words: number[]) => unknown>;
  }
  class RuntimeError extends Error {}
  function validate(bytes: BufferSource): boolean;
}
