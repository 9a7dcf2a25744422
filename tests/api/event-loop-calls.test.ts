import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillPath, type ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { isProtocol } from "@/lib/contract/base/policy";
import { ownDatabase } from "../support/database";
import { type HeavyRequest, heavyRequests } from "../support/hostile/heavy-requests";
import { sendHeavy } from "../support/hostile/send-heavy";
import { hold, type LoopCase, printFigures } from "../support/loop-watch/hold";
import { pipelined, rawRequest } from "../support/loop-watch/pipelined";
import { isLong, sampled } from "../support/loop-watch/scope";
import { startWatched, type WatchedServer } from "../support/loop-watch/watched-server";
import { visitorsOf } from "../support/matrix/callers";
import { type Furnished, furnishTeam } from "../support/matrix/furnished-team";
import { csrfOf, newMember, tokenOf } from "../support/people";
import { newPublicationKey } from "../support/publications";
import { endpoints, paramsOf } from "../support/registry";
import { newScimToken } from "../support/scim";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

const casesOfCall = 5;

let server: WatchedServer;
let team: Furnished;
beforeAll(async () => {
  team = await furnishTeam();
  server = await startWatched({ DATA_DIR: process.env.DATA_DIR ?? "", UPLOADS_DIR: process.env.UPLOADS_DIR ?? "" });
}, 60_000);
afterAll(async () => {
  printFigures("calls");
  await server?.kill();
});

/** What takes something away that other calls need comes last, after the deletions by programs, which need their key. */
const takesAway = (endpoint: ShapedEndpoint): number => {
  if (endpoint.method !== "DELETE" && !/\.(remove|leave|logout|discard|close|end)/i.test(endpoint.name)) return 0;
  return isProtocol(endpoint) ? 1 : 2;
};
const inOrder = [...endpoints].sort((a, b) => takesAway(a) - takesAway(b)).map((one) => [one.name, one] as const);

/** Headers of somebody who may call; new ones once a call has ended their session. */
async function proofOf({ access }: ShapedEndpoint): Promise<Record<string, string>> {
  if (access === "scim") return { authorization: `Bearer ${await newScimToken(team.orgId)}` };
  if (access === "mcp") return { authorization: `Bearer ${await newPublicationKey(team.ids.publicationId, "mcp")}` };
  if (access === "publication") return { authorization: `Bearer ${await newPublicationKey(team.ids.publicationId)}` };
  const token = await tokenOf(await newMember(team, { root: true }));
  return { authorization: `Bearer ${token}`, "x-csrf-token": await csrfOf(token) };
}

/** Names that the contract gives what is sent, each of which some request must fill. */
const fieldsOf = (endpoint: ShapedEndpoint): string[] => [
  ...paramsOf(endpoint).map((name) => `:${name}`),
  ...Object.keys(endpoint.query?.shape ?? {}).map((name) => `?${name}`),
];

async function casesOf(endpoint: ShapedEndpoint, requests: HeavyRequest[], statuses: Set<number>): Promise<LoopCase[]> {
  let proof = await proofOf(endpoint);
  const [visitor] = endpoint.visitors ? await visitorsOf(team) : [];
  const asVisitor = { authorization: `Bearer ${await visitor?.token()}` };
  return requests.map((request, i) => ({
    title: `${endpoint.name} ${request.title}`,
    async run() {
      const visits = visitor && i % 2 === 1;
      const sent = visits ? { ...request, path: `/s${request.path}` } : request;
      const status = await sendHeavy(server.url, endpoint, sent, visits ? asVisitor : proof);
      if (status === 401) proof = await proofOf(endpoint);
      statuses.add(status);
    },
  }));
}

describe.each(inOrder)("%s", (name, endpoint) => {
  it("keeps the event loop free whatever is sent", { timeout: isLong ? 600_000 : 60_000 }, async () => {
    const all = heavyRequests(endpoint, team.ids);
    for (const field of fieldsOf(endpoint))
      expect(
        all.some(({ title }) => title.startsWith(field)),
        field,
      ).toBe(true);
    if (endpoint.method !== "GET") expect(all.some(({ body }) => body)).toBe(true);
    const statuses = new Set<number>();
    await hold(server, await casesOf(endpoint, sampled(all, casesOfCall, name), statuses));
    // 502: the run that a program waits for has failed, as its model cannot be reached.
    const expected = endpoint.access === "publication" ? [502] : [];
    const unexpected = [...statuses].filter((status) => status >= 500 || status === 429);
    expect(unexpected.filter((status) => !expected.includes(status))).toEqual([]);
    if (endpoint.access !== "public") expect([...statuses].some((status) => status !== 401)).toBe(true);
  });
});

const readable = endpoints.filter(({ method, path }) => method === "GET" && !path.endsWith("/events"));
const open = readable.filter(({ access, path }) => access === "public" && !path.includes(":"));

const closed = readable.filter(({ access }) => access === "account" || access === "team");

describe("20 connections with 10 requests each of a member", () => {
  const chosen = sampled(closed, 4, "pipelined").map((endpoint) => [endpoint.name, endpoint] as const);
  it.each(chosen)("of %s", { timeout: 60_000 }, async (name, endpoint) => {
    const filled = fillPath(endpoint.path, team.ids as unknown as Record<string, string>);
    const request = rawRequest("GET", filled, { ...(await proofOf(endpoint)), "accept-encoding": "gzip" });
    await hold(server, [{ title: name, run: () => pipelined(server.url, request, 20, 10) }]);
  });
});

describe("50 connections with 20 requests each", () => {
  it.each(open.map((endpoint) => [endpoint.name, endpoint] as const))("of %s", async (name, { path }) => {
    const request = rawRequest("GET", path, { "accept-encoding": "gzip" });
    await hold(server, [{ title: name, run: () => pipelined(server.url, request, 50, 20) }]);
  });
});
