import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { plans } from "@/lib/constants/plans";
import { assets } from "@/lib/contract/assets/schemas";
import { type Endpoint, fillPath } from "@/lib/contract/base/endpoint";
import { datasources } from "@/lib/contract/datasources/schemas";
import { models } from "@/lib/contract/models/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { handleCall } from "@/lib/server/main/handle-call";
import { callAs, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { formOf, newEmbedding, upload } from "../support/datasources";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { fileForm } from "../support/matrix/furnished-team";
import { leave } from "../support/people";
import { setPlan } from "../support/plans";
import { gatedLock, gatedUpload } from "../support/rights/gates";
import { keyLosses, type Loss, sessionLosses, visitorLosses } from "../support/rights/losses";
import { type SlowCall, slowCalls } from "../support/rights/slow-calls";
import {
  memberKey,
  newStage,
  newVisitorStage,
  orphanedFiles,
  rowsOf,
  type Stage,
  type Waiting,
} from "../support/rights/stage";
import { newApp, newSession } from "../support/sessions";

ownDatabase();

/** All calls by all ways to lose rights; else each way once, for members each call too. */
const whole = process.env.RIGHTS === "all";

type Pair<S> = [call: SlowCall, loss: Loss<S>];

function pairsOf<S>(losses: Loss<S>[], least = losses.length): Pair<S>[] {
  const fits = (call: SlowCall, loss: Loss<S>) => !(call.locks && loss.deletes) && !(call.anyMember && loss.bits);
  const all = slowCalls.flatMap((call) =>
    losses.filter((loss) => fits(call, loss)).map((loss): Pair<S> => [call, loss]),
  );
  if (whole) return all;
  return Array.from({ length: Math.max(least, losses.length) }, (_, i): Pair<S> => {
    const call = slowCalls[i % slowCalls.length] as SlowCall;
    const fitting = losses.filter((loss) => fits(call, loss));
    return [call, fitting[i % fitting.length] as Loss<S>];
  });
}

const named = <S>(pairs: Pair<S>[]) => pairs.map(([call, loss]) => [call.name, loss.name, call, loss] as const);

async function expectRefused<S extends Stage>(stage: S, waiting: Waiting, loss: Loss<S>): Promise<void> {
  const before = await lossRows(stage, waiting, loss);
  const { status, body } = await waiting.reply;
  expect(status, JSON.stringify(body)).toBe(loss.status);
  // No page has called, so the way back is the team's own. A key has none.
  const signIn = "key" in stage ? undefined : `/login?goto=${encodeURIComponent(`/${stage.slug}`)}`;
  if (status === 401) expect(body.redirect).toBe(signIn);
  expect(await rowsOf(stage)).toEqual(before);
}

/** Takes the rights away and lets the call go on. Returns the team's rows as the loss has left them. */
async function lossRows<S extends Stage>(stage: S, { release }: Waiting, loss: Loss<S>) {
  try {
    await loss.take(stage);
    return await rowsOf(stage);
  } finally {
    release();
  }
}

describe.concurrent("a call that waits", () => {
  it.each(slowCalls.map((call) => [call.name, call] as const))("%s is done for a member who stays", async (_, call) => {
    const stage = await newStage();
    const waiting = await call.begin(stage, stage.memberToken);
    waiting.release();
    const { status, body } = await waiting.reply;
    if (call.reads) expect(status, JSON.stringify(body)).toBeLessThan(401);
    else expect(status, JSON.stringify(body)).toBe(200);
  });

  it.each(named(pairsOf(sessionLosses, slowCalls.length)))(
    "%s is refused to a member who %s",
    async (_call, _loss, call, loss) => {
      const stage = await newStage();
      await expectRefused(stage, await call.begin(stage, stage.memberToken), loss);
    },
  );

  it.each(named(pairsOf(keyLosses)))("%s is refused to a key that %s", async (_call, _loss, call, loss) => {
    const stage = await newStage();
    const key = await memberKey(stage);
    await expectRefused({ ...stage, key }, await call.begin(stage, key.secret), loss);
  });

  it.each(visitorLosses.map((loss) => [loss.name, loss] as const))("is refused to a visitor %s", async (_, loss) => {
    const stage = await newVisitorStage();
    const { slug, sessionId, visitorToken: token } = stage;
    const path = `/s${fillPath(sessions.addFile.path, { resourceSlug: slug, sessionId })}`;
    await expectRefused(stage, await gatedUpload({ path, token, form: fileForm("notes.txt", "Text") }), loss);
  });
});

/** A connection whose transaction has deleted the member's row, and has not committed yet. */
async function removing({ slug, member }: Stage) {
  const { pool } = await testDatabase();
  const client = await pool.connect();
  await client.query("begin");
  await client.query("delete from team_members where team_id = $1 and account_id = $2", [slug, member.accountId]);
  const end = (how: "commit" | "rollback") => client.query(how).finally(() => client.release());
  return { client, end };
}

const calls = Object.fromEntries(slowCalls.map((call) => [call.name, call]));
const soon = (reply: Waiting["reply"]) => Promise.race([reply, sleep(300).then(() => "waits")]);

describe("a removal at the moment of the write", () => {
  it.each([
    ["commit", 404],
    ["rollback", 200],
  ] as const)("comes first: after its %s the call is answered %i", async (how, status) => {
    const stage = await newStage();
    const waiting = await calls["vectordbs.edit"]?.begin(stage, stage.memberToken);
    if (!waiting) throw new Error("This endpoint doesn't exist.");
    const { end } = await removing(stage);
    waiting.release();
    expect(await soon(waiting.reply)).toBe("waits");
    await end(how);
    expect((await waiting.reply).status).toBe(status);
  });

  it("is not caught in a deadlock with a call whose rows it wants", async () => {
    const stage = await newStage();
    const waiting = await calls["datasources.edit"]?.begin(stage, stage.memberToken);
    if (!waiting) throw new Error("This endpoint doesn't exist.");
    const { client, end } = await removing(stage);
    waiting.release();
    expect(await soon(waiting.reply)).toBe("waits");
    // The call holds the datasource and looks for the member's row, which is locked here.
    await client.query("delete from datasources where team_id = $1", [stage.slug]);
    await end("rollback");
    expect((await waiting.reply).status).toBe(409);
  });
});

describe("what an upload has stored goes with it", () => {
  /** Sends the upload while a row is locked that its transaction needs, and takes the member out of the team meanwhile. */
  async function refused(stage: Stage, endpoint: Endpoint, form: FormData, lock: [string, string], params = {}) {
    const [table, id] = lock;
    const gate = await gatedLock(`select from ${table} where id = $1 for update`, [id]);
    const reply = callAs(endpoint, {
      token: stage.memberToken,
      params: { resourceSlug: stage.slug, ...params } as never,
      body: form,
    });
    await gate.reached;
    await leave(stage.member, stage);
    gate.release();
    expect((await reply).status).toBe(404);
    expect(await orphanedFiles()).toEqual([]);
  }
  const ownerOf = ({ ownerToken, slug }: Stage) => ({ token: ownerToken, slug }) as Person;

  it("an icon", async () => {
    const stage = await newStage();
    await refused(stage, assets.add, fileForm("icon.png"), ["teams", stage.slug]);
  });

  it("a file of a chat", async () => {
    const stage = await newStage();
    const sessionId = await newSession(ownerOf(stage), await newApp(ownerOf(stage)));
    await refused(stage, sessions.addFile, fileForm("notes.txt", "Text"), ["sessions", sessionId], { sessionId });
  });

  it("a document", async () => {
    const stage = await newStage();
    const { datasourceId } = await upload(ownerOf(stage), { "a.txt": "The quay." });
    await refused(stage, datasources.upload, formOf({ "b.txt": "The pier." }, { datasourceId }), [
      "datasources",
      datasourceId,
    ]);
  });
});

describe("over a real connection", () => {
  let server: LoopbackServer;
  beforeAll(async () => {
    server = await loopbackServer((request, response) => void handleCall(request, response));
  });
  afterAll(() => server.close());

  /** Sends some of a request, the rest once `meanwhile` is done, and returns the status of the answer. */
  async function trickle(head: string, body: Buffer, token: string, meanwhile: () => Promise<unknown>) {
    const socket = connect(server.port, "127.0.0.1");
    const answer = text(socket);
    const lines = [head, "host: localhost", `authorization: Bearer ${token}`, `content-length: ${body.length}`];
    socket.write(`${lines.join("\r\n")}\r\nconnection: close\r\n\r\n`);
    const half = Math.floor(body.length / 2);
    socket.write(body.subarray(0, half));
    await meanwhile();
    socket.write(body.subarray(half));
    return Number((await answer).split(" ")[1]);
  }

  it("an upload of which half had come is refused to a member who was removed", async () => {
    const stage = await newStage();
    const embeddingModelId = await newEmbedding({ token: stage.ownerToken, slug: stage.slug } as Person);
    const form = new Response(formOf({ "pier.txt": "The pier. ".repeat(20_000) }, { embeddingModelId }));
    const head = `POST ${fillPath(datasources.upload.path, { resourceSlug: stage.slug })} HTTP/1.1\r\ncontent-type: ${form.headers.get("content-type")}`;
    const status = await trickle(head, Buffer.from(await form.arrayBuffer()), stage.memberToken, async () => {
      // The server is in the middle of it.
      await vi.waitFor(async () => expect(await orphanedFiles()).toHaveLength(1));
      await leave(stage.member, stage);
    });
    expect(status).toBe(404);
  });

  it("a JSON body is read before anybody is let in", async () => {
    const stage = await newStage();
    const body = Buffer.from(JSON.stringify({ name: "Demo", type: "demo", model: "demo-chat" }));
    const path = fillPath(models.add.path, { resourceSlug: stage.slug });
    const head = `POST ${path} HTTP/1.1\r\ncontent-type: application/json`;
    const send = (token: string, meanwhile: () => Promise<unknown>) => trickle(head, body, token, meanwhile);
    expect(await send(stage.memberToken, () => sleep(200))).toBe(200);
    expect(await send(stage.memberToken, () => sleep(200).then(() => leave(stage.member, stage)))).toBe(404);
  });
});

it("an upload that is larger than a plan that was chosen meanwhile allows is refused", async () => {
  const stage = await newStage();
  await setPlan(stage.orgId, { plan: "enterprise" });
  const path = fillPath(datasources.preview.path, { resourceSlug: stage.slug });
  const form = formOf({ "pier.txt": "The pier. ".repeat(plans.free.limits.maxFileBytes / 10 + 1) });
  const slow = await gatedUpload({ path, token: stage.ownerToken, form });
  await slow.reached;
  await setPlan(stage.orgId, { plan: "free" });
  slow.release();
  expect(await slow.reply).toMatchObject({ status: 413, body: { limit: "maxFileBytes" } });
});

it("an upload of a member who was removed meanwhile is not looked at", async () => {
  const stage = await newStage();
  const path = fillPath(datasources.preview.path, { resourceSlug: stage.slug });
  const form = formOf({ "pier.txt": "The pier. ".repeat(20_000) }, { chunking: "no JSON" });
  const slow = await gatedUpload({ path, token: stage.memberToken, form });
  await slow.reached;
  await leave(stage.member, stage);
  slow.release();
  expect(await slow.reply).toMatchObject({ status: 404 });
});

it("leaves no file behind that nothing names", async () => {
  expect(await orphanedFiles()).toEqual([]);
});
