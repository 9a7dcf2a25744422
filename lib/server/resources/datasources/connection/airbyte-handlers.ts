import { airbyte as contract } from "@/lib/contract/airbyte/schemas";
import { implement, type TeamCallContext } from "../../../access/calls/implement";
import { allowsConnector } from "../../../access/plans/limits";
import { getPlan } from "../../../access/plans/plan";
import { enabledEngines } from "../../../engine/connectors/engine";
import type { Offer } from "../../../engine/connectors/shared/engine-types";
import { getDatasource } from "../../../engine/knowledge/find-datasource";
import { countByStream } from "../store/document-queries";
import { listJobs } from "../store/queries";
import { findEngine, withConnectors } from "./engines";
import { sampleStream } from "./sample";

/** Lists the source types of all engines. An unavailable engine must not block the others. */
async function listOffers({
  db,
  teamId,
  team,
  signal,
}: TeamCallContext): Promise<{ offers: Offer[]; engineError: string | null }> {
  const offers: Offer[] = [];
  let engineError: string | null = null;
  for (const engine of await enabledEngines())
    try {
      offers.push(...(await withConnectors(db, { teamId, team }, signal, (ctx) => engine.offers(ctx))));
    } catch (error) {
      signal.throwIfAborted();
      engineError = error instanceof Error ? error.message : "The connectors couldn't be listed.";
    }
  return { offers, engineError };
}

implement(contract, {
  connectors: async ({ ctx }) => {
    const [{ offers, engineError }, { limits }] = await Promise.all([listOffers(ctx), getPlan(ctx.db, ctx.team.orgId)]);
    const connectors = offers.map((one) => ({ ...one, allowed: allowsConnector(limits, one.sourceDefinitionId) }));
    return { connectors, engineError };
  },
  specification: async ({ ctx: { db, teamId, team, signal }, query: { sourceDefinitionId: id } }) => {
    const engine = await findEngine(id);
    return { schema: await withConnectors(db, { teamId, team }, signal, (ctx) => engine.specification(id, ctx)) };
  },
  schema: async ({ ctx, query }) => {
    const { id, discoveredSchema } = await getDatasource(ctx.db, ctx.teamId, query.datasourceId);
    return { discoveredSchema: discoveredSchema ?? [], documents: await countByStream(ctx.db, id) };
  },
  sample: ({ ctx, body }) => sampleStream(ctx, body),
  jobs: async ({ ctx, query }) => {
    const { id } = await getDatasource(ctx.db, ctx.teamId, query.datasourceId);
    return { jobs: await listJobs(ctx.db, id) };
  },
  connection: async () => ({
    enabled: (await enabledEngines()).some(({ id }) => id === "airbyte"),
    builtin: true as const,
  }),
});
