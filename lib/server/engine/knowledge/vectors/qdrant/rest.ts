import type { Schemas } from "@qdrant/js-client-rest";
import { isObject } from "@/lib/utils/json/is-object";
import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import type { Outbound } from "../../../../platform/outbound/outbound";
import { createStoreFetch } from "../shared/store-fetch";

export interface QdrantSettings {
  url: string;
  apiKey?: string;
  /** For an address that the operator has set. Default: the rules for addresses of users. */
  outbound?: Outbound;
}

interface Bodies {
  "/points": Schemas["PointsList"];
  "/points/query": Schemas["QueryRequest"];
  "/points/scroll": Schemas["ScrollRequest"];
  "/points/delete": Schemas["FilterSelector"];
  "/points/count": Schemas["CountRequest"];
  "/index": Schemas["CreateFieldIndex"];
  "": Schemas["CreateCollection"];
}

function findMessage(body: unknown): string | undefined {
  const status = isObject(body) ? body.status : undefined;
  return isObject(status) && typeof status.error === "string" ? status.error : undefined;
}

/**
 * Qdrant's REST protocol in the package's types. Its client cannot be used: it calls the global fetch, which ignores the
 * address rules and follows redirects with the API key.
 */
export function createQdrantClient({ url, apiKey, outbound }: QdrantSettings) {
  const guarded = createStoreFetch({
    name: "Qdrant",
    secrets: apiKey ? [apiKey] : [],
    findMessage,
    outbound,
    // The collection does not exist yet, or another process has just created it.
    isAccepted: (status, path) => (status === 404 || status === 409) && path.includes("/collections/muster_"),
  });
  const base = trimEndMatching(url, /\//);
  const headers = { "content-type": "application/json", ...(apiKey && { "api-key": apiKey }) };

  /** The `result` of the response; undefined when the collection does not exist. */
  async function request(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await guarded(`${base}${path}`, { method, headers, body: text, signal });
    const result: unknown = await response.json();
    if (response.ok) return isObject(result) ? result.result : undefined;
    return response.status === 409 ? true : undefined;
  }

  return {
    collections: async (signal?: AbortSignal) =>
      (await request("GET", "/collections", undefined, signal)) as Schemas["CollectionsResponse"] | undefined,
    dropCollection: (name: string, signal?: AbortSignal) =>
      request("DELETE", `/collections/${name}`, undefined, signal),
    put: <P extends "" | "/points" | "/index">(name: string, path: P, body: Bodies[P], signal?: AbortSignal) =>
      request("PUT", `/collections/${name}${path}${path === "" ? "" : "?wait=true"}`, body, signal),
    query: async (name: string, body: Bodies["/points/query"], signal?: AbortSignal) =>
      (await request("POST", `/collections/${name}/points/query`, body, signal)) as
        | Schemas["QueryResponse"]
        | undefined,
    scroll: async (name: string, body: Bodies["/points/scroll"], signal?: AbortSignal) =>
      (await request("POST", `/collections/${name}/points/scroll`, body, signal)) as
        | Schemas["ScrollResult"]
        | undefined,
    count: async (name: string, body: Bodies["/points/count"], signal?: AbortSignal) =>
      (await request("POST", `/collections/${name}/points/count`, body, signal)) as Schemas["CountResult"] | undefined,
    point: async (name: string, id: string, signal?: AbortSignal) =>
      (await request("GET", `/collections/${name}/points/${id}`, undefined, signal)) as Schemas["Record"] | undefined,
    remove: (name: string, body: Bodies["/points/delete"], signal?: AbortSignal) =>
      request("POST", `/collections/${name}/points/delete?wait=true`, body, signal),
  };
}
