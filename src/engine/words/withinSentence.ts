/** Titles that begin with a name. */
const NAMED = /^(Nyström|Huber|Tukey|Gaussian|Hadamard|Rademacher|Taylor|Laplace|Matérn|ReLU|TensorSketch|K-)/;

/** A title as it stands inside a sentence: "kernel ridge regression", but "Nyström ridge regression". */
export function withinSentence(title: string): string {
  return NAMED.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}
