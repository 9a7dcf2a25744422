import { randomFrom } from "../random";

const most = process.env.EVENT_LOOP;
const seed = Number(process.env.EVENT_LOOP_SEED ?? 20_260_101);

/** Whether this is the long suite, with `EVENT_LOOP` cases of each call instead of a few; `all`: every one. */
export const isLong = most !== undefined;

const seedOf = (name: string): number =>
  seed ^ [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7);

/**
 * Some of them by chance, the same for the same `EVENT_LOOP_SEED`: `few`, and in the long suite as many as it says but at most
 * `many`.
 */
export function sampled<T>(all: readonly T[], few: number, name: string, many = Number.POSITIVE_INFINITY): T[] {
  const count = most === "all" ? all.length : Math.max(few, Math.min(many, Number(most ?? few)));
  const random = randomFrom(seedOf(name));
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => one);
}
