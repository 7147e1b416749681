/**
 * Work that makes things one after another; if it fails, those it has made are removed again, the last first, as far as
 * possible.
 */
export async function allOrNone<Made, T>(
  remove: (one: Made) => PromiseLike<unknown>,
  work: (made: (one: Made) => void) => Promise<T>,
): Promise<T> {
  const all: Made[] = [];
  try {
    return await work((one) => all.unshift(one));
  } catch (error) {
    for (const one of all)
      await remove(one).then(
        () => {},
        () => {},
      );
    throw error;
  }
}
