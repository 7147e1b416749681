// The two builds of the assembly, made by scripts/coreWasm.mjs while bundling.
declare module 'kernelscope-core/relaxed' {
  export const bytes: Uint8Array<ArrayBuffer>;
}
declare module 'kernelscope-core/plain' {
  export const bytes: Uint8Array<ArrayBuffer>;
}
