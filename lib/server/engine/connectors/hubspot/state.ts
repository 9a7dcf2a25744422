import { z } from "zod";

/**
 * `list`: listing all objects, with HubSpot's page. `changes`: the time in milliseconds from which to search for changed
 * objects; `told` are those already emitted, by id with the time of their change.
 */
export const hubspotState = z.discriminatedUnion("phase", [
  z.object({ phase: z.literal("list"), since: z.number(), after: z.string().optional() }),
  z.object({ phase: z.literal("changes"), since: z.number(), told: z.record(z.string(), z.number()) }),
]);

export type ListState = Extract<z.output<typeof hubspotState>, { phase: "list" }>;
export type ChangesState = Extract<z.output<typeof hubspotState>, { phase: "changes" }>;

/** HubSpot's search index lags behind, and its clock differs from ours. */
export const lagMs = 300_000;
/** Beyond that, some are emitted twice, which is harmless. */
const MAX_EMITTED = 5_000;

/** Remembers what was emitted in the interval that a later search covers again. */
export class EmittedLog {
  readonly #times: Map<string, number>;

  constructor(emitted: Record<string, number> = {}) {
    this.#times = new Map(Object.entries(emitted));
  }

  has(id: string, time: number): boolean {
    return this.#times.get(id) === time;
  }

  add(id: string, time: number): void {
    this.#times.set(id, time);
  }

  /** The state after everything up to `reached` is emitted. Drops entries that no later search returns. */
  toState(reached: number): ChangesState {
    const since = Math.min(reached, Date.now() - lagMs);
    for (const [id, time] of this.#times) if (time < since) this.#times.delete(id);
    const recent = [...this.#times].slice(-MAX_EMITTED);
    return { phase: "changes", since, told: Object.fromEntries(recent) };
  }
}
