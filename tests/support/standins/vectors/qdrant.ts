import { type Answer, asList, cosine, type VectorCall, type VectorStandin, vectorServer } from "./http";

type Json = Record<string, unknown>;

interface Stored {
  id: string;
  vector: number[];
  payload: Json;
}

interface Held {
  size: number;
  points: Map<string, Stored>;
  indexed: Map<string, unknown>;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const failure = (_status: number, error: string) => ({ status: { error }, time: 0 });
const ok = (result: unknown): Answer => ({ status: 200, body: { result, status: "ok", time: 0.001 } });

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

function matches(match: Json, value: unknown): boolean {
  if ("any" in match) return (match.any as unknown[]).includes(value);
  if (typeof match.value === "number" && !Number.isInteger(match.value))
    throw new Refusal(400, "Format error in JSON body: data did not match any variant of untagged enum ValueVariants");
  return match.value === value;
}

function inRange(range: Json, value: unknown): boolean {
  if (typeof value !== "number") return false;
  const { gt, gte, lt, lte } = range as Record<string, number | undefined>;
  return !(
    (gt !== undefined && !(value > gt)) ||
    (gte !== undefined && !(value >= gte)) ||
    (lt !== undefined && !(value < lt)) ||
    (lte !== undefined && !(value <= lte))
  );
}

/** Qdrant's filter: every `must`, no `must_not`, and one `should` where there are any. */
function holds(filter: Json, payload: Json, see: (key: string) => void): boolean {
  if (typeof filter.key === "string") {
    see(filter.key);
    const value = payload[filter.key];
    if (filter.match) return matches(filter.match as Json, value);
    if (filter.range) return inRange(filter.range as Json, value);
    throw new Refusal(400, "Validation error: a field condition without a condition");
  }
  if (filter.is_empty) {
    const key = String((filter.is_empty as Json).key);
    see(key);
    return isEmpty(payload[key]);
  }
  const all = (conditions: unknown) => asList(conditions).map((one) => holds(one, payload, see));
  const should = all(filter.should);
  return (
    all(filter.must).every(Boolean) &&
    !all(filter.must_not).some(Boolean) &&
    (should.length === 0 || should.some(Boolean))
  );
}

/** As Qdrant keeps vectors that it compares by their cosine. */
function unit(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

export interface QdrantOptions {
  key?: string;
  port?: number;
  /** As managed clusters do: refuses to filter by what has no index. */
  strict?: boolean;
}

/** Qdrant's REST protocol over points in memory. */
export function startQdrantStandin({
  key = "qdrant-standin-0123456789",
  port,
  strict = true,
}: QdrantOptions = {}): Promise<VectorStandin & { collections: Map<string, Held> }> {
  const collections = new Map<string, Held>();

  function found(held: Held, filter: unknown): Stored[] {
    const see = (name: string) => {
      if (strict && !held.indexed.has(name))
        throw new Refusal(
          400,
          `Bad request: Index required but not found for "${name}" of one of the following types: [keyword].`,
        );
    };
    return [...held.points.values()].filter(({ payload }) => holds((filter ?? {}) as Json, payload, see));
  }

  function upsert(held: Held, body: Json): Answer {
    for (const point of asList(body.points)) {
      const vector = point.vector as number[];
      if (!uuid.test(String(point.id)))
        throw new Refusal(400, `Format error in JSON body: value ${point.id} is not a valid point ID`);
      if (vector.length !== held.size)
        throw new Refusal(400, `Wrong input: Vector dimension error: expected dim: ${held.size}, got ${vector.length}`);
      held.points.set(String(point.id), { id: String(point.id), vector, payload: (point.payload ?? {}) as Json });
    }
    return ok({ operation_id: 1, status: "completed" });
  }

  function query(held: Held, { query: vector, filter, limit = 10 }: Json): Answer {
    const near = vector as number[];
    if (near.length !== held.size)
      throw new Refusal(400, `Wrong input: Vector dimension error: expected dim: ${held.size}, got ${near.length}`);
    const scored = found(held, filter).map((point) => ({ ...point, version: 1, score: cosine(near, point.vector) }));
    scored.sort((a, b) => b.score - a.score);
    return ok({ points: scored.slice(0, Number(limit)).map(({ vector: _vector, ...point }) => point) });
  }

  function scroll(held: Held, { filter, limit = 10, offset, with_vector }: Json): Answer {
    const ordered = found(held, filter).sort((a, b) => (a.id < b.id ? -1 : 1));
    const from = offset ? ordered.findIndex(({ id }) => id >= String(offset)) : 0;
    const points = from < 0 ? [] : ordered.slice(from, from + Number(limit));
    const next = from < 0 ? undefined : ordered[from + Number(limit)];
    const seen = points.map(({ id, payload, vector }) => ({
      ...{ id, payload },
      ...(with_vector === true && { vector: unit(vector) }),
    }));
    return ok({ points: seen, next_page_offset: next?.id ?? null });
  }

  function answer({ method, path, body }: VectorCall): Answer {
    const [, root, name = "", ...rest] = path.split("/");
    if (root !== "collections") throw new Refusal(404, "Not found");
    if (!name) return ok({ collections: [...collections.keys()].map((one) => ({ name: one })) });
    const action = `${method} ${rest.join("/")}`.trim();
    if (action === "DELETE") return ok(collections.delete(name));
    const held = collections.get(name);
    if (action === "PUT") {
      if (held) throw new Refusal(409, `Wrong input: Collection \`${name}\` already exists!`);
      const { size } = body.vectors as { size: number };
      collections.set(name, { size, points: new Map(), indexed: new Map() });
      return ok(true);
    }
    const point = held?.points.get(rest[1] ?? "");
    if (action === `GET points/${rest[1]}` && held) {
      if (!point) throw new Refusal(404, `Not found: Point with id ${rest[1]} does not exists!`);
      return ok({ id: point.id, payload: point.payload, vector: point.vector });
    }
    if (!held) throw new Refusal(404, `Not found: Collection \`${name}\` doesn't exist!`);
    switch (action) {
      case "PUT index":
        held.indexed.set(String(body.field_name), body.field_schema);
        return ok({ operation_id: 2, status: "completed" });
      case "PUT points":
        return upsert(held, body);
      case "POST points/query":
        return query(held, body);
      case "POST points/scroll":
        return scroll(held, body);
      case "POST points/count":
        return ok({ count: found(held, body.filter).length });
      case "POST points/delete":
        for (const { id } of found(held, body.filter)) held.points.delete(id);
        return ok({ operation_id: 3, status: "completed" });
      default:
        throw new Refusal(404, "Not found");
    }
  }

  const server = vectorServer({
    key,
    port,
    mostBytes: 32 * 1024 * 1024,
    failure,
    answer: (call) => {
      try {
        return answer(call);
      } catch (error) {
        if (error instanceof Refusal) return { status: error.status, body: failure(error.status, error.message) };
        throw error;
      }
    },
  });
  return server.then((standin) => Object.assign(standin, { collections }));
}
