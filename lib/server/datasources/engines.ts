import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { planOf } from "../billing/plan";
import { connectorContext } from "../connectors/context";
import { type Engine, enabledEngines, loadEngine } from "../connectors/engine";
import { isSourceId } from "../connectors/registry";
import type { ConnectorContext } from "../connectors/types";
import type { Db } from "../db/client";
import { env } from "../env";
import { AppError } from "../http/errors";
import { log } from "../log";

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
  { teamId: owner, team }: { teamId: string; team: { orgId: string } },
  signal: AbortSignal,
  work: (ctx: ConnectorContext) => Promise<T>,
): Promise<T> {
  const tmp = join(env().DATA_DIR, "tmp");
  await mkdir(tmp, { recursive: true });
  const tmpFolder = await mkdtemp(join(tmp, "source-"));
  try {
    const { maxFileBytes } = (await planOf(db, team.orgId)).limits;
    const within = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
    return await work(connectorContext({ signal: within, owner, log: log(), tmpFolder, maxFileBytes }));
  } finally {
    await rm(tmpFolder, { recursive: true, force: true });
  }
}
