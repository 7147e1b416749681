// The two builds of the assembly, made by scripts/coreWasm.mjs while bundling.
declare module 'kernelscope-core/relaxed' {
  export function bytes(): Uint8Array<ArrayBuffer>;
}
declare module 'kernelscope-core/plain' {
  export function bytes(): Uint8Array<ArrayBuffer>;
}
