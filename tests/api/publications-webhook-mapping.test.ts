import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { webhooks } from "@/lib/contract/webhooks/schemas";
import { Permission } from "@/lib/permissions/bits";
import { webhookDeliveries } from "@/lib/server/platform/db/tables/webhooks";
import { startDueDeliveries } from "@/lib/server/resources/publications/webhook/due";
import { sweepWebhooks } from "@/lib/server/resources/publications/webhook/sweep";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { edit, ofPublication, readCalls } from "../support/publications";
import { joinTeam, newApp, readMessages, readSession, settled, testWorker } from "../support/sessions";
import { changeWebhook, deliver, type Hook, newHook, readDeliveries, resend, sessionIdOf } from "../support/webhooks";

beforeAll(async () => {
  await testWorker();
});

const issue = { action: "opened", issue: { title: "Rust", "a/b~c": ["first", { deep: 7 }], body: null } };
const mapping = { message: "/issue/title", variables: {} };

/** A webhook of an app that asks for a city. */
async function asking(): Promise<Hook> {
  const person = await newPerson();
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  const { _id: variableId } = await expectOk(
    callAs(variables.add, { ...to, body: { name: "city", defaultValue: "" } }),
  );
  const appId = await newApp(person);
  const params = { ...to.params, appId };
  await expectOk(callAs(apps.edit, { ...to, params, body: { variableIds: [String(variableId)] } }));
  return newHook("bearer", { person, appId });
}

const firstMessage = async (person: Person, sessionId: string) => (await readMessages(person, sessionId))[0]?.text;
const view = async ({ person, publicationId }: Hook) =>
  (await expectOk(callAs(webhooks.get, ofPublication(person, publicationId)))) as { webhook: Record<string, unknown> };

describe("a payload without a mapping", () => {
  it.each<[string, unknown, string]>([
    ["with a message", { message: "Hello", more: 1 }, "Hello"],
    ["without one", issue, JSON.stringify(issue)],
    ["that is a list", [1, 2], "[1,2]"],
    ["that is no JSON", "the build has failed", "the build has failed"],
  ])("%s starts the run with its text", async (_, body, text) => {
    const hook = await newHook("bearer");
    const sessionId = sessionIdOf(await deliver(hook, { body }));
    expect(await firstMessage(hook.person, sessionId)).toBe(text);
  });

  it("may be a form, and JSON within a form", async () => {
    const hook = await newHook("bearer");
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const plain = await deliver(hook, { body: "message=Good+day&text=a", headers });
    expect(await firstMessage(hook.person, sessionIdOf(plain))).toBe("Good day");
    const wrapped = new URLSearchParams({ payload: JSON.stringify({ message: "Inside" }) }).toString();
    expect(await firstMessage(hook.person, sessionIdOf(await deliver(hook, { body: wrapped, headers })))).toBe(
      "Inside",
    );
  });

  it("sets the variables that the app asks for, and no others", async () => {
    const hook = await asking();
    const body = { message: "Hello", variables: { city: "Turin", other: "x" } };
    const { variables: values } = await readSession(hook.person, sessionIdOf(await deliver(hook, { body })));
    expect(values).toEqual({ city: "Turin" });
  });

  it("that is hostile is refused with a sentence", async () => {
    const hook = await newHook("bearer");
    const deep = `${"[".repeat(40)}${"]".repeat(40)}`;
    for (const body of [deep, `[${"0,".repeat(300_000)}0]`, `{"__proto__":{"message":"Hi"}}`, '"\\ud800\\u0000"', ""]) {
      const { status, body: got } = await deliver(hook, { body });
      expect([body.slice(0, 20), status < 500]).toEqual([body.slice(0, 20), true]);
      if (status !== 202) expect(String(got.error)).toMatch(/\.$/);
    }
  });
});

describe("a mapping", () => {
  it("reads the message and variables by JSON pointers", async () => {
    const hook = await asking();
    const pointers = { message: "/issue/a~1b~0c/0", variables: { city: "/issue/a~1b~0c/1/deep" } };
    await expectOk(changeWebhook(hook, { mapping: pointers }));
    const sessionId = sessionIdOf(await deliver(hook, { body: issue }));
    expect(await firstMessage(hook.person, sessionId)).toBe("first");
    expect((await readSession(hook.person, sessionId)).variables).toEqual({ city: "7" });
    expect((await view(hook)).webhook).toMatchObject({
      mapping: pointers,
      variables: ["city"],
      lastPayload: { json: JSON.stringify(issue) },
      url: expect.stringMatching(/\/hooks\/publication_/),
    });
  });

  it("that an event does not fit keeps it, and it can be sent again once the mapping was corrected", async () => {
    const hook = await newHook("bearer");
    await expectOk(changeWebhook(hook, { mapping: { message: "/nothing/here", variables: {} } }));
    const sent = { body: issue, id: "evt_1" };
    const refused = await deliver(hook, sent);
    expect(refused).toMatchObject({
      status: 422,
      body: { code: "unprocessable", issues: [{ path: "message", message: expect.stringMatching(/^The payload /) }] },
    });
    const [kept] = await readDeliveries(hook);
    expect(kept).toMatchObject({ status: "invalid", sessionId: null, hasPayload: true });
    expect((await readCalls(hook))[0]).toMatchObject({ status: "refused", httpStatus: 422 });
    expect((await resend(hook, kept?._id ?? "")).status).toBe(422);
    await expectOk(changeWebhook(hook, { mapping }));
    await expectOk(resend(hook, kept?._id ?? ""));
    const [started] = await readDeliveries(hook);
    expect(started).toMatchObject({ _id: kept?._id, status: "started", error: null });
    expect(await firstMessage(hook.person, started?.sessionId ?? "")).toBe("Rust");
    // The sender tries it again, too: the run is the same.
    expect(sessionIdOf(await deliver(hook, sent))).toBe(started?.sessionId);
    await expectOk(resend(hook, kept?._id ?? ""));
    expect((await readDeliveries(hook)).map(({ status }) => status)).toEqual(["started", "started"]);
  });

  it("lets the sender send an event again that did not fit", async () => {
    const hook = await asking();
    const sent = { body: { message: "Hello" }, id: "evt_1" };
    expect((await deliver(hook, sent)).body.issues).toMatchObject([{ path: "variables.city" }]);
    const body = { message: "Hello", variables: { city: "Turin" } };
    expect((await deliver(hook, { ...sent, body })).status).toBe(202);
    expect(await readDeliveries(hook)).toHaveLength(1);
  });

  it("is changed by those who may change what the publication does", async () => {
    const hook = await newHook("bearer");
    for (const [permissions, status] of [
      [[], 403],
      [[Permission.EDIT_DEPLOYMENT], 403],
      [[Permission.EDIT_DEPLOYMENT, Permission.TEAM_ADMIN], 200],
    ] as const) {
      const member = await newPerson();
      await joinTeam(member, hook.person.slug, [...permissions]);
      expect((await changeWebhook(hook, { mapping }, member)).status).toBe(status);
    }
    const stranger = await newPerson();
    expect((await changeWebhook(hook, { mapping }, stranger)).status).toBe(404);
    expect((await changeWebhook(hook, { mapping: { message: "issue", variables: {} } })).status).toBe(400);
  });
});

describe("an old event", () => {
  it("loses its payload, and is deleted later", async () => {
    const hook = await newHook("bearer");
    await settled(hook.person, sessionIdOf(await deliver(hook)));
    const { db } = await testDatabase();
    const own = eq(webhookDeliveries.publicationId, hook.publicationId);
    const age = (days: number) =>
      db
        .update(webhookDeliveries)
        .set({ dateCreated: new Date(Date.now() - days * 86_400_000) })
        .where(own);
    await age(6);
    await sweepWebhooks(db);
    expect(await readDeliveries(hook)).toMatchObject([{ hasPayload: true }]);
    await age(8);
    await sweepWebhooks(db);
    const [kept] = await readDeliveries(hook);
    expect(kept).toMatchObject({ hasPayload: false });
    expect((await resend(hook, kept?._id ?? "")).status).toBe(409);
    await age(31);
    await sweepWebhooks(db);
    expect(await readDeliveries(hook)).toEqual([]);
  });
});

describe("an event that finds no room", () => {
  it("waits, and starts once there is some", async () => {
    const person = await newPerson();
    const appId = await newApp(person, { model: "demo-chat:ttft=1500,tps=2000" });
    const hook = await newHook("bearer", { person, appId, body: { concurrency: 1 } });
    const first = await deliver(hook);
    const second = await deliver(hook, { id: "evt_2" });
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(await readDeliveries(hook)).toMatchObject([{ status: "queued" }, { status: "started" }]);
    expect((await deliver(hook, { id: "evt_2" })).body).toEqual(second.body);
    await settled(hook.person, sessionIdOf(first));
    const { db } = await testDatabase();
    await expect
      .poll(
        async () => {
          await startDueDeliveries(db);
          return (await readDeliveries(hook))[0]?.status;
        },
        { timeout: 10_000 },
      )
      .toBe("started");
    expect((await settled(hook.person, sessionIdOf(second))).status).toBe("waiting");
  });
});

describe("a synchronous webhook", () => {
  it("returns what the run returned", async () => {
    const hook = await newHook("bearer");
    const reply = await deliver(hook, { query: "?mode=sync" });
    expect(reply).toMatchObject({ status: 200, body: { status: "completed", error: null } });
    expect(String(reply.body.text).length).toBeGreaterThan(10);
    await expectOk(changeWebhook(hook, { mode: "sync" }));
    expect((await deliver(hook)).status).toBe(200);
    expect((await deliver(hook, { query: "?mode=async" })).status).toBe(202);
  });

  it("returns the run when it takes longer than the limit", async () => {
    const person = await newPerson();
    const hook = await newHook("bearer", {
      person,
      appId: await newApp(person, { model: "demo-chat:ttft=4000,tps=2000" }),
    });
    await expectOk(changeWebhook(hook, { mode: "sync", syncSeconds: 1 }));
    expect(await deliver(hook)).toMatchObject({ status: 202, body: { status: "running" } });
    await expectOk(edit(hook, { enabled: false }));
  });
});
