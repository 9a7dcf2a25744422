import { z } from "zod";

/**
 * `list`: going through all objects, by HubSpot's own page. `changes`: since when (milliseconds) to ask for changed ones;
 * `told` are those from then on that are told already, by id with the time of their change.
 */
export const hubspotState = z.discriminatedUnion("phase", [
  z.object({ phase: z.literal("list"), since: z.number(), after: z.string().optional() }),
  z.object({ phase: z.literal("changes"), since: z.number(), told: z.record(z.string(), z.number()) }),
]);

export type ListState = Extract<z.output<typeof hubspotState>, { phase: "list" }>;
export type ChangesState = Extract<z.output<typeof hubspotState>, { phase: "changes" }>;

/** HubSpot's search lags behind its objects, and its clock is not ours. */
export const lagMs = 300_000;
/** Beyond, some are told twice, which changes nothing. */
const MAX_TOLD = 5_000;

/** Remembers what was told of the time that a later search will cover again. */
export class Told {
  readonly #times: Map<string, number>;

  constructor(told: Record<string, number> = {}) {
    this.#times = new Map(Object.entries(told));
  }

  has(id: string, time: number): boolean {
    return this.#times.get(id) === time;
  }

  add(id: string, time: number): void {
    this.#times.set(id, time);
  }

  /** The state once everything up to `reached` is told. Forgets what no later search finds. */
  at(reached: number): ChangesState {
    const since = Math.min(reached, Date.now() - lagMs);
    for (const [id, time] of this.#times) if (time < since) this.#times.delete(id);
    const kept = [...this.#times].slice(-MAX_TOLD);
    return { phase: "changes", since, told: Object.fromEntries(kept) };
  }
}
