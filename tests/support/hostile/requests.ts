import type { Endpoint, ShapedEndpoint } from "@/lib/contract/base/endpoint";
import type { Ids } from "../matrix/furnished-team";
import { requestsOf } from "../matrix/requests";
import { draw, jsonSchemaOf, mutated } from "./from-schema";
import { choose, type Random, whole } from "./random-choice";
import { hostileText, hostileValue, rawBodies } from "./values";

export interface Hostile {
  path: string;
  body: string | Uint8Array<ArrayBuffer> | FormData | undefined;
  headers: Record<string, string>;
}

const json = { "content-type": "application/json" };

/** Ids mostly as they are, so that most requests get past the path. */
function pathOf(random: Random, { path }: Endpoint, params: Record<string, string>): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const id = name !== "resourceSlug" && random() < 0.08 ? hostileText(random) : (params[name] ?? "");
    return encodeURIComponent(id.toWellFormed()) || "-";
  });
}

function queryOf(random: Random, endpoint: ShapedEndpoint, known: Record<string, string | undefined> = {}): string {
  const search = new URLSearchParams();
  const drawn = endpoint.query ? draw(random, jsonSchemaOf(endpoint.query)) : {};
  for (const [name, value] of Object.entries({ ...known, ...(typeof drawn === "object" ? drawn : {}) }))
    if (random() < 0.7) search.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  if (random() < 0.2) search.append(choose(random, ["limit", "before", "q", hostileText(random)]), hostileText(random));
  const text = `${search}`;
  return text ? `?${text}${random() < 0.05 ? "&%E0%A4%A&=&&a" : ""}` : "";
}

function formOf(random: Random): Pick<Hostile, "body" | "headers"> {
  if (random() < 0.3) {
    const boundary = choose(random, ["x", "", '"', "a".repeat(200)]);
    const part = `--x\r\ncontent-disposition: form-data; name="file"; filename="${hostileText(random).slice(0, 200)}"\r\n\r\n`;
    const body = choose(random, [part, `${part}cut`, "--x--", "", `${part}x\r\n--x--\r\n`.repeat(3), ...rawBodies]);
    const text = typeof body === "string" ? body.toWellFormed() : body;
    return { body: text, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
  }
  const form = new FormData();
  for (let i = whole(random, 0, 3); i > 0; i -= 1) {
    const [name, value] = [choose(random, ["file", "name", hostileText(random)]), hostileText(random)];
    if (random() < 0.6) form.append(name, new File([value, value], hostileText(random)));
    else form.append(name, value);
  }
  return { body: form, headers: {} };
}

function bodyOf(random: Random, endpoint: ShapedEndpoint, known: object): Pick<Hostile, "body" | "headers"> {
  if (endpoint.method === "GET") return { body: undefined, headers: {} };
  const kind = random();
  if (kind < 0.12)
    return { body: choose(random, rawBodies), headers: random() < 0.9 ? json : { "content-type": "text/plain" } };
  if (endpoint.multipart && kind < 0.9) return formOf(random);
  const schema = endpoint.body && jsonSchemaOf(endpoint.body);
  const value =
    kind < 0.5 ? mutated(random, known) : kind < 0.93 && schema ? draw(random, schema) : hostileValue(random);
  return { body: JSON.stringify(value), headers: json };
}

/** Single request that the call should refuse, or survive. */
export function hostileRequest(random: Random, endpoint: ShapedEndpoint, ids: Ids): Hostile {
  const { params, query, body = {} } = choose(random, requestsOf(endpoint, ids));
  const sent = bodyOf(random, endpoint, body);
  const extra: Record<string, string> = {
    ...(random() < 0.05 ? { "idempotency-key": choose(random, ["k", "x".repeat(300), "a b", "é"]) } : {}),
    ...(random() < 0.05 ? { "last-event-id": choose(random, ["-1", "x", "9".repeat(30), "1e3"]) } : {}),
  };
  return {
    path: `${pathOf(random, endpoint, params)}${queryOf(random, endpoint, query)}`,
    body: sent.body,
    headers: { ...sent.headers, ...extra },
  };
}
