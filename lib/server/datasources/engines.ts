import { type Engine, enabledEngines, loadEngine } from "../connectors/engine";
import { isSourceId } from "../connectors/registry";
import type { ConnectorContext } from "../connectors/types";
import type { Db } from "../db/client";
import { AppError } from "../http/errors";
import { inContext } from "../knowledge/pipeline/open-source";

const longestMs = 60_000;

/** The engine that knows a source: Muster's own, or the external one where it is set up. */
export async function engineOf(sourceType: string): Promise<Engine> {
  if (isSourceId(sourceType)) return loadEngine("builtin");
  const external = (await enabledEngines()).find(({ id }) => id === "airbyte");
  if (!external) throw new AppError("invalid", "Muster does not know this connector.");
  return external;
}

/** Does something with connectors, for at most a minute, and takes away what they have written to the disk. */
export async function withConnectors<T>(
  db: Pick<Db, "select">,
  { teamId, team }: { teamId: string; team: { orgId: string } },
  signal: AbortSignal,
  work: (ctx: ConnectorContext) => Promise<T>,
): Promise<T> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  return inContext(db, { teamId, orgId: team.orgId }, within, work);
}
