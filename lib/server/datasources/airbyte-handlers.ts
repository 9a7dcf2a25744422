import { airbyte as contract } from "@/lib/contract/airbyte";
import { allowsConnector } from "../billing/limits";
import { planOf } from "../billing/plan";
import { enabledEngines, type Offer } from "../connectors/engine";
import { implement, type TeamCallContext } from "../http/implement";
import { engineOf, withConnectors } from "./engines";
import { countByStream, listJobs } from "./queries";
import { sampleStream } from "./sample";
import { datasourceOf } from "./service";

/** What all engines offer; one that cannot be asked keeps the others from nothing. */
async function offersOf({
  db,
  teamId,
  team,
  signal,
}: TeamCallContext): Promise<{ offers: Offer[]; trouble: string | null }> {
  const offers: Offer[] = [];
  let trouble: string | null = null;
  for (const engine of await enabledEngines())
    try {
      offers.push(...(await withConnectors(db, { teamId, team }, signal, (ctx) => engine.offers(ctx))));
    } catch (error) {
      signal.throwIfAborted();
      trouble = error instanceof Error ? error.message : "Its connectors could not be listed.";
    }
  return { offers, trouble };
}

implement(contract, {
  connectors: async ({ ctx }) => {
    const [{ offers, trouble }, { limits }] = await Promise.all([offersOf(ctx), planOf(ctx.db, ctx.team.orgId)]);
    const connectors = offers.map((one) => ({ ...one, allowed: allowsConnector(limits, one.sourceDefinitionId) }));
    return { connectors, trouble };
  },
  specification: async ({ ctx: { db, teamId, team, signal }, query: { sourceDefinitionId: id } }) => {
    const engine = await engineOf(id);
    return { schema: await withConnectors(db, { teamId, team }, signal, (ctx) => engine.specification(id, ctx)) };
  },
  schema: async ({ ctx, query }) => {
    const { id, discoveredSchema } = await datasourceOf(ctx.db, ctx.teamId, query.datasourceId);
    return { discoveredSchema: discoveredSchema ?? [], documents: await countByStream(ctx.db, id) };
  },
  sample: ({ ctx, body }) => sampleStream(ctx, body),
  jobs: async ({ ctx, query }) => {
    const { id } = await datasourceOf(ctx.db, ctx.teamId, query.datasourceId);
    return { jobs: await listJobs(ctx.db, id) };
  },
  connection: async () => ({
    enabled: (await enabledEngines()).some(({ id }) => id === "airbyte"),
    builtin: true as const,
  }),
});
