import { type Answer, asList, cosine, type VectorCall, type VectorStandin, vectorServer } from "./http";

type Json = Record<string, unknown>;

interface Stored {
  id: string;
  values: number[];
  metadata: Json;
}

const failure = (status: number, message: string) => ({ code: status === 404 ? 5 : 3, message, details: [] });
const ok = (body: unknown): Answer => ({ status: 200, body });
const refuse = (status: number, message: string): Answer => ({ status, body: failure(status, message) });

const number = (value: unknown): number => (typeof value === "number" ? value : Number.NaN);

const operators: Record<string, (stored: unknown, asked: unknown) => boolean> = {
  $eq: (stored, asked) => stored === asked,
  $ne: (stored, asked) => stored !== undefined && stored !== asked,
  $gt: (stored, asked) => number(stored) > number(asked),
  $gte: (stored, asked) => number(stored) >= number(asked),
  $lt: (stored, asked) => number(stored) < number(asked),
  $lte: (stored, asked) => number(stored) <= number(asked),
  $in: (stored, asked) => (asked as unknown[]).includes(stored),
  $exists: (stored, asked) => (stored !== undefined) === asked,
};

function holds(filter: Json, metadata: Json): boolean {
  return Object.entries(filter).every(([key, asked]) => {
    if (key === "$and") return asList(asked).every((one) => holds(one, metadata));
    if (key === "$or") return asList(asked).some((one) => holds(one, metadata));
    return Object.entries(asked as Json).every(([name, value]) => operators[name]?.(metadata[key], value) ?? false);
  });
}

const isPlain = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

export interface PineconeOptions {
  key?: string;
  port?: number;
  /** Of the index; 0 is one of sparse vectors. */
  dimension?: number;
}

/** One dense index of Pinecone's, spoken to at its own host, over records in memory. */
export function startPineconeStandin({
  key = "pcsk_standin_0123456789",
  port,
  dimension = 4,
}: PineconeOptions = {}): Promise<VectorStandin & { namespaces: Map<string, Map<string, Stored>> }> {
  const namespaces = new Map<string, Map<string, Stored>>();

  function upsert(body: Json): Answer {
    const records = namespaces.get(String(body.namespace)) ?? new Map<string, Stored>();
    const vectors = asList(body.vectors);
    if (vectors.length > 1_000) return refuse(400, "Request size exceeds the limit of 1000 vectors");
    for (const { values, metadata } of vectors) {
      const { length } = values as number[];
      if (length !== dimension)
        return refuse(400, `Vector dimension ${length} does not match the dimension of the index ${dimension}`);
      if (!Object.values((metadata ?? {}) as Json).every(isPlain))
        return refuse(400, "Metadata value must be a string, number, boolean or list of strings");
      if (Buffer.byteLength(JSON.stringify(metadata)) > 40_960) return refuse(400, "Metadata size exceeds 40960 bytes");
    }
    for (const { id, values, metadata } of vectors)
      records.set(String(id), { id: String(id), values: values as number[], metadata: (metadata ?? {}) as Json });
    namespaces.set(String(body.namespace), records);
    return ok({ upsertedCount: vectors.length });
  }

  function query({ namespace, vector, topK, filter }: Json): Answer {
    const near = vector as number[];
    if (near.length !== dimension)
      return refuse(400, `Vector dimension ${near.length} does not match the dimension of the index ${dimension}`);
    const records = [...(namespaces.get(String(namespace))?.values() ?? [])];
    const matches = records
      .filter(({ metadata }) => holds((filter ?? {}) as Json, metadata))
      .map(({ id, values }) => ({ id, score: cosine(near, values), values: [] }))
      .sort((a, b) => b.score - a.score)
      .slice(0, Number(topK));
    return ok({ results: [], matches, namespace, usage: { readUnits: 5 } });
  }

  function remove({ namespace, filter }: Json): Answer {
    const records = namespaces.get(String(namespace));
    if (!records) return refuse(404, "Namespace not found");
    for (const { id, metadata } of records.values()) if (holds(filter as Json, metadata)) records.delete(id);
    return ok({});
  }

  function list(asked: URLSearchParams): Answer {
    const namespace = asked.get("namespace") ?? "";
    const ids = [...(namespaces.get(namespace)?.keys() ?? [])].filter((id) => id.startsWith(asked.get("prefix") ?? ""));
    const { page, pagination } = paged(ids, asked);
    return ok({ vectors: page.map((id) => ({ id })), pagination, namespace, usage: { readUnits: 1 } });
  }

  function listNamespaces(asked: URLSearchParams): Answer {
    const names = [...namespaces.keys()].filter((name) => name.startsWith(asked.get("prefix") ?? ""));
    const { page, pagination } = paged(names, asked);
    const described = page.map((name) => ({ name, record_count: String(namespaces.get(name)?.size ?? 0) }));
    return ok({ namespaces: described, pagination });
  }

  function answer({ method, path, body, query: asked }: VectorCall): Answer {
    const [, root, name] = path.split("/");
    if (root === "namespaces" && method === "DELETE")
      return namespaces.delete(decodeURIComponent(name ?? "")) ? ok({}) : refuse(404, "Namespace not found");
    switch (`${method} ${path}`) {
      case "POST /vectors/upsert":
        return upsert(body);
      case "POST /query":
        return query(body);
      case "POST /vectors/delete":
        return remove(body);
      case "GET /vectors/list":
        return list(asked);
      case "GET /namespaces":
        return listNamespaces(asked);
      case "POST /describe_index_stats":
        return ok({ namespaces: {}, ...(dimension && { dimension }), indexFullness: 0, totalVectorCount: 0 });
      default:
        return refuse(404, "Not found");
    }
  }

  const server = vectorServer({ key, port, mostBytes: 2 * 1024 * 1024, failure, answer });
  return server.then((standin) => Object.assign(standin, { namespaces }));
}

/** Pages of sorted names; the token is where the next begins. */
function paged(names: string[], asked: URLSearchParams) {
  const ordered = names.sort();
  const from = Number(asked.get("paginationToken") ?? 0);
  const to = from + Number(asked.get("limit") ?? 100);
  return { page: ordered.slice(from, to), pagination: to < ordered.length ? { next: String(to) } : undefined };
}
