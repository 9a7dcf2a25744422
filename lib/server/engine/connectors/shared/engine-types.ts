import type { Connector, ConnectorContext, JsonSchema } from "./types";

export type EngineId = "builtin" | "airbyte";

/** A source type that a datasource can be created from. */
export interface Offer {
  sourceDefinitionId: string;
  name: string;
  /** A URL or SVG of the engine; null: built into the UI. */
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

/** Syncs datasources: Muster's own connectors, or an external platform behind the same interface. */
export interface Engine {
  id: EngineId;
  /** Whether it is available on this server. */
  isEnabled(): boolean;
  offers(ctx: ConnectorContext): Promise<Offer[]>;
  specification(sourceDefinitionId: string, ctx: ConnectorContext): Promise<JsonSchema>;
  /** The connector that reads this datasource's source. */
  connector(sourceDefinitionId: string, datasourceId: string, ctx: ConnectorContext): Promise<Connector>;
  /** The engine's own jobs, newest first, in addition to Muster's ledger. */
  jobs(datasourceId: string, ctx: ConnectorContext): Promise<EngineJob[]>;
  /** Removes the engine's data of a deleted datasource. */
  remove(datasourceId: string, ctx: ConnectorContext): Promise<void>;
}
