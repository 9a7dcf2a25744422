import { getPathMatch } from "next/dist/shared/lib/router/utils/path-match";
import { describe, expect, it } from "vitest";
import { isReservedSlug } from "@/lib/constants/reserved-slugs";
import { type Endpoint, fillPath } from "@/lib/contract/base/endpoint";
import { isCallPath, rewrites } from "@/lib/contract/base/rewrites";
import { isPermissionBit } from "@/lib/permissions/bits";
import { routes } from "@/lib/server/access/calls/implement";
import { visitHandlers } from "@/lib/server/access/calls/implement-shared";
import { matchRoute } from "@/lib/server/api/http/calls/match";
import { AppError } from "@/lib/server/platform/errors/errors";
import { parseInput } from "@/lib/server/platform/http/body/parse";
import { namedEndpoints, paramsOf } from "../support/registry";
import "@/lib/server/main/handlers";

/** A path of this call, with ids that could not be mistaken for fixed segments. */
function samplePath(endpoint: Endpoint): string {
  const params = Object.fromEntries(paramsOf(endpoint).map((name) => [name, `x-${name}`]));
  return fillPath(endpoint.path, params);
}

/** As Next matches it. */
const isRewritten = (path: string): boolean =>
  rewrites.some((rule) => getPathMatch(rule.source, { strict: true, removeUnnamedParams: true })(path) !== false);

/** Told by its query, for which Next's rule has a condition of its own. */
const byQuery = (path: string): boolean => /^\/[^/]+\/task$/.test(path);

describe.each(namedEndpoints)("%s", (name, endpoint) => {
  it("has a handler", () => {
    expect(routes.get(name)?.endpoint).toBe(endpoint);
  });

  it("is reached by its own path and by no other call's", () => {
    expect(matchRoute(endpoint.method, samplePath(endpoint))?.route.endpoint.name).toBe(name);
  });

  it("is reached under /s only when it is shared", () => {
    const found = matchRoute(endpoint.method, `/s${samplePath(endpoint)}`);
    expect(found?.route.endpoint.name).toBe(endpoint.visitors ? name : undefined);
  });

  it("has a handler for visitors only when it is shared", () => {
    expect(visitHandlers.has(name)).toBe(Boolean(endpoint.visitors));
  });

  it("is rewritten to the API, and answered in front of Next", () => {
    const path = samplePath(endpoint);
    for (const one of endpoint.visitors ? [path, `/s${path}`] : [path]) {
      expect(isRewritten(one)).toBe(true);
      expect(isCallPath(one)).toBe(!byQuery(one));
    }
  });

  it("has a summary, an answer and a known bit", () => {
    expect(endpoint.summary.length).toBeGreaterThan(5);
    expect(Boolean(endpoint.response) !== Boolean(endpoint.raw)).toBe(true);
    if (endpoint.permission !== undefined) expect(isPermissionBit(endpoint.permission)).toBe(true);
  });

  it("is beyond one team where it is the organization's", () => {
    const beyond =
      ["orgs", "audit", "identity", "plans", "telemetry"].includes(endpoint.resource) ||
      ["teams.add", "budgets.getOrg", "budgets.editOrg"].includes(name);
    expect(endpoint.reach === "organization").toBe(beyond);
  });

  it("has a reach that fits who may call it", () => {
    const { access, reach } = endpoint;
    if (access === "team") expect(reach).not.toBe("none");
    else if (access === "account") expect(["none", "organization"]).toContain(reach);
    else expect(reach).toBe("none");
  });

  it("reads a body itself only where nobody's rights could end meanwhile", () => {
    // A publication checks its own credentials, again when a run starts or continues.
    if (endpoint.ownBody) expect(["public", "mcp", "hook", "oauth"]).toContain(endpoint.access);
  });

  it("keeps its first path segment from being a team's slug", () => {
    const [, first = ""] = endpoint.path.split("/");
    if (!first.startsWith(":")) expect(isReservedSlug(first)).toBe(true);
  });

  it("refuses a body of the wrong type with a readable sentence", () => {
    const { body } = endpoint;
    if (!body) return;
    for (const wrong of ["text", 42, [], true]) {
      expect(() => parseInput(body, wrong)).toThrow(AppError);
    }
    const refused = body.safeParse(42);
    expect(refused.error?.issues.every((issue) => issue.message.length > 0)).toBe(true);
  });
});

it("lists every call that has a handler", () => {
  const listed = new Set(namedEndpoints.map(([name]) => name));
  expect([...routes.keys()].filter((name) => !listed.has(name))).toEqual([]);
});

it("answers no call for an unknown path or a wrong method", () => {
  expect(matchRoute("GET", "/x/nothing.json")).toBeNull();
  expect(matchRoute("DELETE", "/account.json")).toBeNull();
  expect(() => matchRoute("GET", "/%E0%A4%A/agents.json")).toThrow(AppError);
});

describe("rewrites", () => {
  it.each([
    "/",
    "/x",
    "/x/agents",
    "/s/x/session/1",
    "/x/session/1/trace",
    "/x/static/1.png",
    "/s/static/1.png",
    "/s/x/airbyte/y",
    "/x//agents.json",
    "/a/b/c/d/e.json",
  ])("leave %s to the pages", (path) => {
    expect([isRewritten(path), isCallPath(path)]).toEqual([false, false]);
  });
});
