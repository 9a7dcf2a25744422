import { viewAsHeader } from "@/lib/constants/ui";
import { fillPath, type ShapedEndpoint } from "@/lib/contract/base/endpoint";
import type { Ids } from "../matrix/furnished-team";
import { requestsOf } from "../matrix/requests";
import { paramsOf } from "../registry";
import { jsonSchemaOf } from "./from-schema";
import { heavyBodies } from "./heavy-bodies";
import { heavyForms } from "./heavy-forms";
import { heavyTexts } from "./heavy-texts";

export interface HeavyRequest {
  title: string;
  path: string;
  headers?: Record<string, string>;
  body?: () => string | FormData;
}

/** Node takes 16 KB for the request's line and all headers. */
const headBytes = 10_000;
const json = { "content-type": "application/json" };

const heavyHeaders: [name: string, value: string][] = [
  ["accept", "a/b;q=0.1,".repeat(headBytes / 10)],
  ["accept-encoding", "gzip;q=0.1,".repeat(headBytes / 11)],
  ["cookie", "a=b; ".repeat(headBytes / 5)],
  ["cookie", "=;".repeat(headBytes / 2)],
  ["idempotency-key", "a-".repeat(headBytes / 2)],
  ["if-none-match", '"a",'.repeat(headBytes / 4)],
  ["if-none-match", 'W/"'.repeat(headBytes / 4)],
  ["last-event-id", "9".repeat(headBytes)],
  ["origin", `http://${"a.".repeat(headBytes / 2)}`],
  ["range", `bytes=${"0-1,".repeat(headBytes / 4)}`],
  ["referer", `http://localhost/${"../".repeat(headBytes / 3)}`],
  ["x-forwarded-for", "1.1.1.1,".repeat(headBytes / 8)],
  ["stripe-signature", "t=1,v1=a,".repeat(headBytes / 9)],
  ["next-router-state-tree", encodeURIComponent("[".repeat(headBytes / 3))],
  [viewAsHeader, "a".repeat(headBytes)],
];

/** Percent-encoded, in so many bytes. */
function encoded(make: (bytes: number) => string, bytes: number): string {
  let text = encodeURIComponent(make(bytes).toWellFormed()).slice(0, bytes);
  text = text.replace(/%[0-9A-F]?$/, "");
  // A sign of several bytes may have been cut.
  for (let cut = 0; cut < 4; cut += 1) {
    try {
      decodeURIComponent(text);
      return text;
    } catch {
      text = text.slice(0, -3);
    }
  }
  return text;
}

/** The call's address and head, with the valid request's body. */
function heavyHeads(endpoint: ShapedEndpoint, path: string, params: Record<string, string>): HeavyRequest[] {
  const names = paramsOf(endpoint);
  const query = Object.keys((endpoint.query && jsonSchemaOf(endpoint.query).properties) ?? {});
  const at = (name: string, text: string) =>
    endpoint.path.replace(/:([A-Za-z]+)/g, (_, each: string) =>
      each === name ? text : encodeURIComponent(params[each] ?? ""),
    );
  return [
    ...heavyTexts.flatMap(([shape, make]) => [
      ...names.map((name) => ({ title: `:${name}: ${shape}`, path: at(name, encoded(make, headBytes)) })),
      ...query.map((name) => ({ title: `?${name}: ${shape}`, path: `${path}?${name}=${encoded(make, headBytes)}` })),
    ]),
    { title: "a query of many fields", path: `${path}?${"a=1&".repeat(headBytes / 4)}` },
    { title: "a query of one field many times", path: `${path}?${"q=1&".repeat(headBytes / 4)}` },
    ...heavyHeaders.map(([name, value]) => ({ title: `header ${name}`, path, headers: { [name]: value } })),
  ];
}

/** Every hostile request that is derived from what the contract says of a call. */
export function heavyRequests(endpoint: ShapedEndpoint, ids: Ids): HeavyRequest[] {
  const [example] = requestsOf(endpoint, ids);
  if (!example) throw new Error(`There is no valid request of ${endpoint.name}.`);
  const { params, query = {}, body = {}, form } = example;
  const known = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const path = fillPath(endpoint.path, params);
  const whole = known.length > 0 ? `${path}?${new URLSearchParams(known)}` : path;
  const valid = endpoint.method === "GET" || form ? {} : { body: () => JSON.stringify(body), headers: json };
  const heads = heavyHeads(endpoint, path, params).map(({ headers, ...head }) => ({
    ...head,
    body: valid.body,
    headers: { ...valid.headers, ...headers },
  }));
  if (endpoint.method === "GET") return heads;
  if (form) {
    const forms = heavyForms(endpoint, () => form(body));
    return [...heads, ...forms.map((heavy) => ({ ...heavy, path: whole }))];
  }
  const bodies = heavyBodies(endpoint, body).map(({ title, make }) => ({
    title,
    path: whole,
    headers: json,
    body: make,
  }));
  return [...heads, ...bodies];
}
