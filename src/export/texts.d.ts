/** A file of src as text (scripts/texts.mjs). */
declare module 'kernelscope-text/*' {
  export const text: string;
}
