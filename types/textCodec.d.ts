// What node and a page have in common beside the language, for rooms that may know neither.

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class TextDecoder {
  constructor(encoding: 'utf-8', options: { readonly fatal: boolean });
  decode(bytes: Uint8Array): string;
}
