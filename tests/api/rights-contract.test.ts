import { afterEach, describe, expect, it } from "vitest";
import { fillPath, type ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { canOutlastRights } from "@/lib/contract/base/policy";
import type { TeamCallContext } from "@/lib/server/access/calls/implement";
import { type Route, routes } from "@/lib/server/access/calls/implement";
import { variables } from "@/lib/server/platform/db/tables/variables";
import type { AppError } from "@/lib/server/platform/errors/errors";
import { newId } from "@/lib/server/platform/ids/ids";
import { callAs } from "../support/client";
import { ownDatabase } from "../support/database";
import { resources } from "../support/naive-permissions";
import { stand, tokenOf } from "../support/people";
import { memberEndpoints, paramsOf } from "../support/registry";
import { type Gate, gatedBody, newGate } from "../support/rights/gates";
import { keyLosses, type Loss, sessionLosses, visitorLosses } from "../support/rights/losses";
import { slowCalls } from "../support/rights/slow-calls";
import { memberKey, newStage, newVisitorStage, rowsOf, type Stage, type Waiting } from "../support/rights/stage";

ownDatabase();

const all = memberEndpoints.map(([, endpoint]) => endpoint as ShapedEndpoint);
const guarded = all.filter(({ access }) => access !== "public");
const loss = (name: string) => sessionLosses.find((one) => one.name === name) as Loss<Stage>;
const [signsOut, removed] = [loss("signs out"), loss("is removed from the team")];
const sentences: Record<number, string> = {
  401: "Sign in to continue.",
  404: "This team doesn't exist or is no longer available.",
};

/** What ends every call, whatever permission it needs; without `RIGHTS=all` the first of each status. */
const endsAll = <S>({ status, bits }: Loss<S>, i: number, all: Loss<S>[]): boolean =>
  bits !== true &&
  status !== 403 &&
  (process.env.RIGHTS === "all" || all.findIndex((one) => one.status === status) === i);

/** The path of a call in the stage's team, where everything else is called x. */
function pathOf(endpoint: ShapedEndpoint, { slug }: Stage): string {
  const others = Object.fromEntries(paramsOf(endpoint).map((name) => [name, "x"]));
  const path = fillPath(endpoint.path, { ...others, resourceSlug: slug });
  return endpoint.path.startsWith("/:resourceSlug") ? path : `${path}?resourceSlug=${slug}`;
}

/** Takes the rights away while all of these wait, and returns what each is answered. */
async function answersAfter<S extends Stage>(stage: S, calls: Map<string, Waiting>, { take }: Loss<S>) {
  await take(stage);
  const before = await rowsOf(stage);
  for (const { release } of calls.values()) release();
  const answers = await Promise.all([...calls].map(async ([name, { reply }]) => [name, await reply] as const));
  expect(await rowsOf(stage)).toEqual(before);
  return answers.map(([name, { status, body }]) => [name, status, body.error]);
}

const answered = (calls: ShapedEndpoint[], status: number, error: unknown) =>
  calls.map(({ name }) => [name, status, error]);

describe("a JSON body, of any call, that is still being read", () => {
  const json = guarded.filter((endpoint) => endpoint.method !== "GET" && !endpoint.multipart && !endpoint.ownBody);
  const ofTeam = json.filter(({ access }) => access === "team");
  const bytes = Buffer.from(JSON.stringify({ name: "x".repeat(70_000) }));

  async function reading(calls: ShapedEndpoint[], stage: Stage, token: string, prefix = "") {
    const waiting = calls.map((endpoint) => {
      const path = `${prefix}${pathOf(endpoint, stage)}`;
      return [
        endpoint.name,
        gatedBody({ method: endpoint.method, path, token, type: "application/json", bytes }),
      ] as const;
    });
    await Promise.all(waiting.map(([, { reached }]) => reached));
    return new Map(waiting);
  }

  it("is taken from nobody whose session has ended", async () => {
    const stage = await newStage();
    const calls = await reading(json, stage, stage.memberToken);
    expect(await answersAfter(stage, calls, signsOut)).toEqual(answered(json, 401, sentences[401]));
  });

  it("is taken from nobody who was removed from the team", async () => {
    const stage = await newStage();
    const calls = await reading(ofTeam, stage, stage.memberToken);
    expect(await answersAfter(stage, calls, removed)).toEqual(answered(ofTeam, 404, sentences[404]));
  });

  it("is taken from no visitor whose link was revoked", async () => {
    const stage = await newVisitorStage();
    const shared = all.filter((endpoint) => endpoint.visitors && endpoint.method !== "GET" && !endpoint.multipart);
    const calls = await reading(shared, stage, stage.visitorToken, "/s");
    const [revoked] = visitorLosses;
    const answers = await answersAfter(stage, calls, revoked as Loss<typeof stage>);
    expect(new Set(answers.map(([, status]) => status))).toEqual(new Set([401]));
  });
});

describe("a call whose contract says that it waits", () => {
  const waits = guarded.filter((endpoint) => canOutlastRights(endpoint) && !endpoint.multipart);
  const ofTeam = waits.filter(({ access }) => access === "team");
  const own = new Map(waits.map(({ name }) => [name, routes.get(name) as Route]));
  afterEach(() => {
    for (const [name, route] of own) routes.set(name, route);
  });

  /** A member who may do everything. */
  async function rootStage(): Promise<Stage> {
    const stage = await newStage();
    await stand(stage.member, stage, { root: true, teamBits: resources });
    return { ...stage, memberToken: await tokenOf(stage.member) };
  }

  type Handle = (call: { ctx: TeamCallContext }) => Promise<object>;

  function replaceHandler(name: string, handle: Handle): void {
    const route = own.get(name) as Route;
    const { body: _body, query: _query, response: _response, ...endpoint } = route.endpoint;
    routes.set(name, { ...route, endpoint, handle: handle as Route["handle"] });
  }

  const addVariable = ({ write, accountId }: TeamCallContext, { slug: teamId }: Stage, name: string) =>
    write((tx) => tx.insert(variables).values({ id: newId("variable"), teamId, name, createdBy: accountId }));

  /** In place of what the call does: it waits, and then adds a variable to the team. */
  function waitAndWrite({ name, waits: where }: ShapedEndpoint, stage: Stage): Gate {
    const gate = newGate();
    replaceHandler(name, async ({ ctx }) => {
      await gate.pass();
      // What no rollback takes back is asked for right before.
      if (where === "elsewhere") await ctx.requireRights();
      await addVariable(ctx, stage, name.replace(".", "_"));
      return {};
    });
    return gate;
  }

  async function waiting(calls: ShapedEndpoint[], stage: Stage, token: string): Promise<Map<string, Waiting>> {
    const begun = calls.map((endpoint) => {
      const gate = waitAndWrite(endpoint, stage);
      const path = pathOf(endpoint, stage);
      const reply = callAs({ ...endpoint, path } as ShapedEndpoint, { token });
      return [endpoint.name, { ...gate, reply }] as const;
    });
    await Promise.all(begun.map(([, { reached, reply }]) => Promise.race([reached, reply])));
    return new Map(begun);
  }

  it.each(sessionLosses.filter(endsAll).map((one) => [one.name, one] as const))(
    "stores nothing and tells nothing once its caller %s",
    async (_, one) => {
      const stage = await rootStage();
      const calls = one.status === 401 ? waits : ofTeam;
      const held = await waiting(calls, stage, stage.memberToken);
      expect(await answersAfter(stage, held, one)).toEqual(answered(calls, one.status, sentences[one.status]));
    },
  );

  it.each(keyLosses.filter(endsAll).map((one) => [one.name, one] as const))(
    "stores nothing and tells nothing once its key %s",
    async (_, one) => {
      const stage = await newStage();
      const key = await memberKey(stage);
      const mine = ({ permission }: ShapedEndpoint) => permission === undefined || resources.includes(permission);
      const calls = ofTeam.filter((endpoint) => endpoint.apiKeys && mine(endpoint));
      const held = await waiting(calls, stage, key.secret);
      expect(await answersAfter({ ...stage, key }, held, one)).toEqual(
        answered(calls, one.status, one.status === 401 ? "Invalid or expired API key." : sentences[one.status]),
      );
    },
  );

  it("stores nothing after its answer either, once its caller is removed", async () => {
    const stage = await rootStage();
    const gate = newGate();
    const late = Promise.withResolvers<unknown>();
    replaceHandler("tools.test", async ({ ctx }) => {
      late.resolve(gate.pass().then(() => addVariable(ctx, stage, "late").catch((error: AppError) => error.code)));
      return {};
    });
    const [call] = waits.filter(({ name }) => name === "tools.test");
    const path = pathOf(call as ShapedEndpoint, stage);
    expect((await callAs({ ...call, path } as ShapedEndpoint, { token: stage.memberToken })).status).toBe(200);
    await removed.take(stage);
    const before = await rowsOf(stage);
    gate.release();
    expect(await late.promise).toBe("not_found");
    expect(await rowsOf(stage)).toEqual(before);
  });

  it("is done for a caller who stays", async () => {
    const stage = await rootStage();
    const [call] = waits.filter(({ name }) => name === "tools.test");
    const calls = await waiting([call as ShapedEndpoint], stage, stage.memberToken);
    for (const { release } of calls.values()) release();
    expect((await calls.get("tools.test")?.reply)?.status).toBe(200);
  });
});

it("every upload is one of those that are tried with half of their body", async () => {
  const uploads = guarded.filter(({ multipart }) => multipart).map(({ name }) => name);
  const tried = new Set(slowCalls.map(({ name }) => name));
  expect(uploads.filter((name) => !tried.has(name))).toEqual([]);
});
