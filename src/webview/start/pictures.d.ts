/** Bundled as text (esbuild.mjs). */
declare module '*.svg' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: a picture has no names to export
  export default text;
}
