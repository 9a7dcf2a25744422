import { connectors } from "@/lib/constants/connectors";
import { loadConnector, sourceIds } from "./registry";
import type { Connector, ConnectorContext, JsonSchema, SourceId } from "./types";

export type EngineId = "builtin" | "airbyte";

/** A source that a datasource can be made of. */
export interface Offer {
  sourceDefinitionId: string;
  name: string;
  /** An address or an SVG text of the engine's; null: the screens have one. */
  icon: string | null;
  engine: EngineId;
}

export interface EngineJob {
  id: string;
  status: "waiting" | "running" | "succeeded" | "failed" | "cancelled";
  startedAt: Date | null;
  endedAt: Date | null;
  records: number;
  error?: string;
}

/** What syncs a datasource: Muster's own connectors, or an external platform. The same for both, so that callers need not ask. */
export interface Engine {
  id: EngineId;
  /** Whether it can be used on this server. */
  isEnabled(): boolean;
  offers(ctx: ConnectorContext): Promise<Offer[]>;
  specification(sourceDefinitionId: string, ctx: ConnectorContext): Promise<JsonSchema>;
  /** What reads the source of this datasource. */
  connector(sourceDefinitionId: string, datasourceId: string, ctx: ConnectorContext): Promise<Connector>;
  /** The engine's own jobs, the newest first, beside those of Muster's ledger. */
  jobs(datasourceId: string, ctx: ConnectorContext): Promise<EngineJob[]>;
  /** Takes away what the engine keeps of a datasource that is deleted. */
  remove(datasourceId: string, ctx: ConnectorContext): Promise<void>;
}

const titleOf = (id: SourceId): string => (id === "website" ? "Website" : connectors[id]);

const builtin: Engine = {
  id: "builtin",
  isEnabled: () => true,
  offers: async () =>
    sourceIds.map((id) => ({ sourceDefinitionId: id, name: titleOf(id), icon: null, engine: "builtin" })),
  specification: async (id) => (await loadConnector(id)).specification,
  connector: (id) => loadConnector(id),
  // They are the ledger's.
  jobs: async () => [],
  remove: async () => {},
};

/** The engine of a datasource. The external one is loaded when it is first asked for. */
export async function loadEngine(id: EngineId): Promise<Engine> {
  return id === "builtin" ? builtin : (await import("./airbyte/engine")).airbyteEngine;
}

/** All engines that can be used here, Muster's own first. */
export async function enabledEngines(): Promise<Engine[]> {
  const engines = [builtin, await loadEngine("airbyte")];
  return engines.filter((engine) => engine.isEnabled());
}
