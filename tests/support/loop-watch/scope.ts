import { randomFrom } from "../random";

/** `EVENT_LOOP=all`: every case, as the long suite runs them; else a sample, another one for another seed. */
export const everyCase = process.env.EVENT_LOOP === "all";

const seed = Number(process.env.EVENT_LOOP_SEED ?? 20_260_101);

/** All of them, or so many in an order by chance; the same in every run. */
export function sampled<T>(all: readonly T[], count: number, name: string): T[] {
  if (everyCase || all.length <= count) return [...all];
  const random = randomFrom(seed ^ [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7));
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => one);
}
