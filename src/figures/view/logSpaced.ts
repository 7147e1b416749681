/** 1, 2, 3, … thinned so that about `steps` whole numbers lie evenly on a logarithmic axis; ends with n. */
export function logSpaced(n: number, steps: number): Float64Array {
  const places: number[] = [];
  for (let s = 0; s < steps; s++) {
    const i = Math.round(n ** (s / (steps - 1)));
    if (places.length === 0 || i > places[places.length - 1]) places.push(i);
  }
  return Float64Array.from(places);
}
