/**
 * The trigonometric kernel of CKRR section 6 at s = 1, 1 + sum_{j≥1} j^−2·cos(j·t), t = |x − z| in [0, 2·pi], in closed form.
 * Its eigenfunctions for uniform x are 1, and for each j cos(j·x) and sin(j·x) of eigenvalue j^−2/2.
 */
export function trigonometricKernel(t: number): number {
  return 1 + Math.PI ** 2 / 6 - (Math.PI * t) / 2 + (t * t) / 4;
}
