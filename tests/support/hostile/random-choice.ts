export type Random = () => number;

/** One of them. Throws for none. */
export function choose<T>(random: Random, from: readonly T[]): T {
  const [chosen] = from.slice(Math.floor(random() * from.length));
  if (chosen === undefined && from.length === 0) throw new Error("There is nothing to choose from.");
  return chosen as T;
}

/** From `least` to `most`, both within reach. */
export const whole = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));
