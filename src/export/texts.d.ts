/** A file of this folder as text (scripts/texts.mjs). */
declare module 'kernelscope-text/*' {
  export const text: string;
}
