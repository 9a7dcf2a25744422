import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { callJson, newApp, newPerson, newSession, type Person } from "../bench/people";
import { readStream, runEnded, seqsOf } from "../support/event-reader";
import { type Installation, startInstallation } from "../support/installation";
import { Talker } from "../support/talker";

let all: Installation;
beforeAll(async () => {
  all = await startInstallation();
}, 60_000);
afterAll(() => all.end(), 30_000);

const talking = Number(process.env.TALKERS ?? 20);
const patience = { timeout: 30_000, interval: 100 };
const range = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

async function post<T>({ url, token, slug }: Person, path: string, body: FormData): Promise<T> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/${slug}/forms/${path}`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

function formOf(name: string, content: BlobPart, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([content]), name);
  return form;
}

const say = (person: Person, sessionId: string, message: string) =>
  callJson(person, `/${person.slug}/forms/session/${sessionId}/start`, { message });

interface View {
  session: { status: string; lastSeq: number; lastRun: { status: string } | null };
}
const viewOf = async (person: Person, sessionId: string) =>
  (await callJson<View>(person, `/${person.slug}/session/${sessionId}.json`)).session;

const textsOf = async (person: Person, sessionId: string) =>
  (
    await callJson<{ messages: { text: string; completed: boolean }[] }>(
      person,
      `/${person.slug}/session/${sessionId}/messages.json`,
    )
  ).messages.map(({ text }) => text);

/** Follows a session as a page does: after a cut it connects again, and continues after the last event. */
function follow(person: Person, sessionId: string) {
  const events: SessionEvent[] = [];
  const socket = io(person.url, { auth: { token: person.token }, forceNew: true, reconnectionDelayMax: 500 });
  onTestFinished(() => void socket.disconnect());
  socket.on("connect", () => socket.emit("join_session", { sessionId, after: seqsOf(events).at(-1) ?? 0 }));
  socket.on("session_event", (event: SessionEvent) => void events.push(event));
  const transport = () => socket.connected && socket.io.engine.transport.name;
  return { events, transport };
}

describe("nginx, two servers and two workers with empty disks, PostgreSQL, S3 storage and Qdrant", () => {
  it("answer from a document that another worker has indexed", { timeout: 60_000 }, async () => {
    const ada = await newPerson(all.url);
    const model = { name: "Embeddings", type: "demo", model: "demo-embed", modelType: "embedding", config: {} };
    const { _id: embeddingModelId = "" } = await callJson(ada, `/${ada.slug}/forms/model/add`, model);
    const [indexing, answering] = all.workers;
    await answering?.kill("SIGTERM");
    const form = formOf("harbor.txt", "The harbor closes at nine in the evening.", { embeddingModelId });
    const { _id, toolId } = await post<{ _id: string; toolId: string }>(ada, "datasource/upload", form);
    const state = async () =>
      (await callJson<{ datasource: { status: string } }>(ada, `/${ada.slug}/datasource/${_id}.json`)).datasource
        .status;
    await expect.poll(state, patience).toBe("ready");
    await all.addWorker();
    await indexing?.kill("SIGKILL");
    const sessionId = await newSession(ada, await newApp(ada, "demo-chat:ttft=1,tps=2000", [toolId]));
    await say(ada, sessionId, "When does the harbor close?");
    await expect.poll(async () => (await viewOf(ada, sessionId)).status, patience).toBe("waiting");
    expect((await textsOf(ada, sessionId)).at(-1)).toContain("closes at nine");
    await all.addWorker();
  });

  it("stream an answer over websockets and over HTTP", { timeout: 60_000 }, async () => {
    const ada = await newPerson(all.url);
    const sessionId = await newSession(ada, await newApp(ada, "demo-chat:ttft=1,tps=100,words=200"));
    const sockets = range(10).map(() => follow(ada, sessionId));
    const streams = range(4).map(() => readStream(ada, all.url, sessionId));
    const transports = () => sockets.map(({ transport }) => transport());
    await expect.poll(transports, patience).toEqual(Array(sockets.length).fill("websocket"));
    await say(ada, sessionId, "Tell me");
    const readers = [...sockets.map(({ events }) => events), ...streams];
    await expect.poll(() => readers.every(runEnded), patience).toBe(true);
    const { lastSeq } = await viewOf(ada, sessionId);
    for (const events of readers) {
      expect(seqsOf(events)).toEqual(range(lastSeq));
      expect(events.filter(({ kind }) => kind === "delta").length).toBeGreaterThan(3);
    }
    expect(transports()).toEqual(Array(sockets.length).fill("websocket"));
  });

  it("stop a run", async () => {
    const ada = await newPerson(all.url);
    const sessionId = await newSession(ada, await newApp(ada, "demo-chat:ttft=1,tps=40,words=2000"));
    const { events } = follow(ada, sessionId);
    await say(ada, sessionId, "Talk for long");
    await expect.poll(() => events.some(({ kind }) => kind === "delta"), patience).toBe(true);
    await callJson(ada, `/${ada.slug}/forms/session/${sessionId}/cancel`, {});
    const lastRun = async () => (await viewOf(ada, sessionId)).lastRun?.status;
    await expect.poll(lastRun, { timeout: 5_000, interval: 50 }).toBe("cancelled");
  });

  it("give out a file on either server, and keep none on their disks", async () => {
    const ada = await newPerson(all.url);
    const sessionId = await newSession(ada, await newApp(ada, "demo-chat"));
    const content = randomBytes(300_000);
    const form = formOf("data.txt", content.toString("hex"));
    const file = await post<{ _id: string }>(ada, `session/${sessionId}/file`, form);
    const path = `/${ada.slug}/session/${sessionId}/file/${file._id}`;
    for (const url of [all.url, ...all.web.map((server) => server.url)]) {
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${ada.token}` } });
      expect([response.status, await response.text()]).toEqual([200, content.toString("hex")]);
    }
    for (const machine of readdirSync(all.muster.folder)) {
      const uploads = join(all.muster.folder, machine, "uploads");
      expect(existsSync(uploads) ? readdirSync(uploads, { recursive: true }) : []).toEqual([]);
    }
  });

  it("complete runs once, of which a worker and a server are killed", { timeout: 90_000 }, async () => {
    const ada = await newPerson(all.url);
    const appId = await newApp(ada, "demo-chat:ttft=1,tps=40,words=150");
    const talks = await Promise.all(
      range(6).map(async () => {
        const sessionId = await newSession(ada, appId);
        return { sessionId, ...follow(ada, sessionId) };
      }),
    );
    await Promise.all(talks.map(({ sessionId }) => say(ada, sessionId, "Survive")));
    const isWriting = () => talks.every(({ events }) => events.some(({ kind }) => kind === "delta"));
    await expect.poll(isWriting, patience).toBe(true);
    await Promise.all([all.workers.at(-1)?.kill("SIGKILL"), all.web[0].kill("SIGKILL")]);
    // The other server answers alone.
    await newPerson(all.url);
    await expect.poll(() => talks.every(({ events }) => runEnded(events)), { ...patience, timeout: 60_000 }).toBe(true);
    for (const { sessionId, events } of talks) {
      expect(seqsOf(events)).toEqual(range((await viewOf(ada, sessionId)).lastSeq));
      expect(events.filter(({ kind }) => kind === "message")).toHaveLength(2);
    }
    expect(talks.some(({ events }) => events.some(({ kind }) => kind === "discard"))).toBe(true);
    await Promise.all([all.restartWeb(0), all.addWorker()]);
  });

  it("lose and repeat nothing while all processes are replaced one after another", { timeout: 90_000 }, async () => {
    const ada = await newPerson(all.url);
    const appId = await newApp(ada, "demo-chat:ttft=50,tps=200,words=40");
    const talkers = await Promise.all(range(talking).map(async () => new Talker(ada, await newSession(ada, appId))));
    const talks = Promise.all(talkers.map((talker) => talker.talk(() => 500)));
    for (const index of [0, 1] as const) {
      await all.web[index].kill("SIGTERM");
      await all.restartWeb(index);
    }
    for (const worker of all.workers.slice(-2)) {
      await all.addWorker();
      await worker.kill("SIGTERM");
    }
    await expect.poll(() => talkers.every(({ said }) => said.length > 3), patience).toBe(true);
    for (const talker of talkers) talker.stop();
    await talks;
    const states = async () => new Set(await Promise.all(talkers.map(async (talker) => (await talker.view()).status)));
    await expect.poll(states, patience).toEqual(new Set(["waiting"]));
    expect((await Promise.all(talkers.map((talker) => talker.faults()))).flat()).toEqual([]);
  });
});
