import { enabledEngines, loadEngine } from "../../../engine/connectors/engine";
import { isSourceId } from "../../../engine/connectors/registry";
import type { Engine } from "../../../engine/connectors/shared/engine-types";
import type { ConnectorContext } from "../../../engine/connectors/shared/types";
import { withConnectorContext } from "../../../engine/knowledge/pipeline/stages/open-source";
import type { Reader } from "../../../platform/db/client";
import { AppError } from "../../../platform/errors/errors";

const maxMs = 60_000;

/** The engine of a source type: Muster's own, or the external one if configured. */
export async function findEngine(sourceType: string): Promise<Engine> {
  if (isSourceId(sourceType)) return loadEngine("builtin");
  const external = (await enabledEngines()).find(({ id }) => id === "airbyte");
  if (!external) throw new AppError("invalid", "This connector isn't supported.");
  return external;
}

/** Runs work with connectors for at most a minute, then deletes their temporary files. */
export async function withConnectors<T>(
  db: Reader,
  { teamId, team }: { teamId: string; team: { orgId: string } },
  signal: AbortSignal,
  work: (ctx: ConnectorContext) => Promise<T>,
): Promise<T> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
  return withConnectorContext(db, { teamId, orgId: team.orgId }, within, work);
}
