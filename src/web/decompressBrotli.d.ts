declare module 'hyparquet-compressors/src/brotli.js' {
  export function decompressBrotli(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer>;
}
