import { connectors } from "@/lib/constants/connectors";
import { loadConnector, sourceIds } from "./registry";
import type { Engine, EngineId } from "./shared/engine-types";
import type { SourceId } from "./shared/types";

const getTitle = (id: SourceId): string => (id === "website" ? "Website" : connectors[id]);

const builtin: Engine = {
  id: "builtin",
  isEnabled: () => true,
  offers: async () =>
    sourceIds.map((id) => ({ sourceDefinitionId: id, name: getTitle(id), icon: null, engine: "builtin" })),
  specification: async (id) => (await loadConnector(id)).specification,
  connector: (id) => loadConnector(id),
  // Jobs are recorded in the ledger only.
  jobs: async () => [],
  remove: async () => {},
};

/** The engine of a datasource. The external one is loaded on first use. */
export async function loadEngine(id: EngineId): Promise<Engine> {
  return id === "builtin" ? builtin : (await import("./airbyte/engine")).airbyteEngine;
}

/** All engines enabled on this server, Muster's own first. */
export async function enabledEngines(): Promise<Engine[]> {
  const engines = [builtin, await loadEngine("airbyte")];
  return engines.filter((engine) => engine.isEnabled());
}
