import { describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { models } from "@/lib/contract/models/schemas";
import { callAs, expectOk, newPerson, type Person, send } from "../support/client";
import { conversation, readMessages, say } from "../support/sessions";

const to = (person: Person) => ({ token: person.token, params: { resourceSlug: person.slug } });
const at = <I extends Record<string, string>>(person: Person, ids: I) => ({
  token: person.token,
  params: { resourceSlug: person.slug, ...ids },
});
const words = { role: "r", goal: "g", backstory: "b" };

async function newModel(person: Person): Promise<string> {
  const body = { name: "Demo", type: "demo", model: "demo-chat" };
  return String((await expectOk(callAs(models.add, { ...to(person), body })))._id);
}

async function newAgent(person: Person, modelId: string): Promise<string> {
  const body = { name: "Guide", ...words, modelId };
  return String((await expectOk(callAs(agents.add, { ...to(person), body })))._id);
}

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort((a, b) => a - b);
const times = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)));

describe("edits at the same time", () => {
  it("lets one of many edits of the same version win", async () => {
    const ada = await newPerson();
    const modelId = await newModel(ada);
    const agentId = await newAgent(ada, modelId);
    const app = { name: "Chat", type: "chat", sharingMode: "team", agentId };
    const appId = String((await expectOk(callAs(apps.add, { ...to(ada), body: app })))._id);
    const ids = { agentId, appId, modelId };
    for (const edit of [agents.edit, apps.edit, models.edit]) {
      const answers = await times(8, (i) => callAs(edit, { ...at(ada, ids), body: { name: `Name ${i}`, version: 1 } }));
      expect(statuses(answers), edit.name).toEqual([200, ...Array(7).fill(409)]);
    }
  });

  it("keeps what edits of different fields change", async () => {
    const ada = await newPerson();
    const agentId = await newAgent(ada, await newModel(ada));
    const body = { name: "Chat", type: "chat", sharingMode: "team", agentId };
    const appId = String((await expectOk(callAs(apps.add, { ...to(ada), body })))._id);
    for (let round = 0; round < 5; round += 1) {
      const edits: Record<string, unknown>[] = [
        { maxMessages: 10 + round },
        { conversationStarters: [`Round ${round}`] },
      ];
      const answers = await Promise.all(edits.map((edit) => callAs(apps.edit, { ...at(ada, { appId }), body: edit })));
      expect(statuses(answers)).toEqual([200, 200]);
      const { app } = (await expectOk(callAs(apps.get, at(ada, { appId })))) as { app: object };
      expect(app).toMatchObject({
        chatAppConfig: { maxMessages: 10 + round, conversationStarters: [`Round ${round}`] },
      });
    }
  });
});

describe("deleting what is about to be used", () => {
  it("answers a sentence, never 500", async () => {
    const ada = await newPerson();
    for (let round = 0; round < 10; round += 1) {
      const modelId = await newModel(ada);
      const [removed, ...added] = await Promise.all([
        callAs(models.remove, { ...at(ada, { modelId }), body: { force: true } }),
        ...Array.from({ length: 5 }, () => callAs(agents.add, { ...to(ada), body: { name: "G", ...words, modelId } })),
      ]);
      expect(removed.status).toBe(200);
      for (const { status } of added) expect([200, 400, 409]).toContain(status);
    }
  });
});

describe("the same Idempotency-Key at the same time", () => {
  it("does the work once and gives everybody its answer", async () => {
    const ada = await newPerson();
    const agentId = await newAgent(ada, await newModel(ada));
    const body = { name: "Chat", type: "chat", sharingMode: "team", agentId };
    const headers = { "idempotency-key": "one" };
    const answers = await times(10, () =>
      send("POST", `/${ada.slug}/forms/app/add`, body, { token: ada.token, headers }),
    );
    expect(new Set(answers.map((answer) => String(answer.body._id))).size).toBe(1);
    const { apps: made } = (await expectOk(callAs(apps.list, to(ada)))) as { apps: object[] };
    expect(made).toHaveLength(1);
  });

  it("is free again after a call that failed", async () => {
    const ada = await newPerson();
    const headers = { "idempotency-key": "one" };
    const add = (modelId: string) =>
      callAs(agents.add, { ...to(ada), body: { name: "Guide", ...words, modelId }, headers });
    expect((await add("model_none")).status).toBe(400);
    expect((await add(await newModel(ada))).status).toBe(200);
  });
});

describe("messages of one session at the same time", () => {
  it("start one run", async () => {
    const { person, sessionId } = await conversation();
    const answers = await times(20, (i) => say(person, sessionId, { message: `Question ${i}` }));
    expect(statuses(answers)).toEqual([200, ...Array(19).fill(409)]);
    expect((await readMessages(person, sessionId)).filter(({ role }) => role === "user")).toHaveLength(1);
  });
});
