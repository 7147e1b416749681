/** Made by scripts/reportPage.mjs from src/webview/report: what a report holds beside its text. */
declare module 'kernelscope-report/page' {
  export const script: string;
  /** "sha256-…", of the script, for a content security policy. */
  export const digest: string;
  /** The style of the sliders. */
  export const style: string;
}
