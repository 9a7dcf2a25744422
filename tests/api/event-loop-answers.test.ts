import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { heavyTexts } from "../support/hostile/heavy-texts";
import { followSession, openSocket } from "../support/live-reader";
import { hold, type LoopCase, printFigures } from "../support/loop-watch/hold";
import { type HostileService, hostileService } from "../support/loop-watch/hostile-service";
import { isLong, sampled } from "../support/loop-watch/scope";
import { startWatched, type WatchedServer } from "../support/loop-watch/watched-server";
import { newApp, newSession, say, settled } from "../support/sessions";
import type { Behaviour, Standin, ToolUse } from "../support/standins/types";
import { openSubject, type Subject, subjects } from "../support/subjects";

ownDatabase();

const megabyte = 1024 * 1024;
const timeout = isLong ? 1_800_000 : 120_000;
const settleMs = 120_000;

let server: WatchedServer;
let person: Person;
let raw: HostileService;
const standins = new Map<Subject, Standin>();
const set: Record<string, string> = {};
beforeAll(async () => {
  for (const subject of subjects) {
    const { standin } = await openSubject(subject);
    standins.set(subject, standin);
    Object.assign(set, subject.variables?.(standin));
  }
  // This process makes the sessions, the other one runs them.
  Object.assign(process.env, set);
  forgetEnv();
  raw = await hostileService();
  person = await newPerson();
  server = await startWatched({
    DATA_DIR: process.env.DATA_DIR ?? "",
    UPLOADS_DIR: process.env.UPLOADS_DIR ?? "",
    ...set,
    OUTBOUND_ALLOW: "127.0.0.1",
  });
}, 60_000);
afterAll(async () => {
  printFigures("answers");
  await server?.kill();
  await raw.close();
  for (const name of Object.keys(set)) delete process.env[name];
  forgetEnv();
});

const many = (count: number, of: (i: number) => ToolUse): ToolUse[] => Array.from({ length: count }, (_, i) => of(i));
const call = (input: unknown, name = "pay"): Behaviour => ({ tools: [{ name, input }] });

/** What a provider may send in its own format. */
const answers: [title: string, make: () => Behaviour][] = [
  ["one token of 10 MB", () => ({ text: "a".repeat(10 * megabyte) })],
  ["10 MB of blanks", () => ({ text: " ".repeat(10 * megabyte) })],
  ["2 MB of words", () => ({ text: "word ".repeat(400_000) })],
  ["10 MB of reasoning", () => ({ reasoning: "a".repeat(10 * megabyte), text: "Done." })],
  ["a million words of reasoning", () => ({ reasoning: "a ".repeat(1_000_000), text: "Done." })],
  ["5,000 calls of tools", () => ({ tools: many(5_000, (i) => ({ name: `tool_${i}`, input: {} })) })],
  ["900 calls of tools", () => ({ tools: many(900, (i) => ({ name: `tool_${i}`, input: { i } })) })],
  ["arguments of 50 MB", () => call({ a: "a".repeat(50 * megabyte - 100) })],
  [
    "many calls with arguments of 200 KB",
    () => ({ tools: many(100, () => ({ name: "pay", input: "a".repeat(200_000) })) }),
  ],
  ["arguments as deep as they are long", () => call(`${"[".repeat(500_000)}${"]".repeat(500_000)}`)],
  ["arguments of many keys", () => call(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i])))],
  ["arguments of numbers", () => call(`[${"1,".repeat(2_000_000)}1]`)],
  ["arguments that are no JSON", () => call("{".repeat(5 * megabyte))],
  ["a tool's name of 10 MB", () => call({}, "a".repeat(10 * megabyte))],
  ["a line of 50 MB", () => ({ text: "one two three four five", fault: { kind: "giant_line", bytes: 50 * megabyte } })],
];

/** Texts that are stored whole, and read again by whatever makes titles, citations and pages of them. */
const texts: typeof answers = heavyTexts.map(([name, make]) => [
  `390,000 bytes of ${name}`,
  () => ({ text: make(390_000) }),
]);

/** Runs a new session to its end while somebody follows it. */
async function talk(appId: string): Promise<void> {
  const sessionId = await newSession(person, appId);
  const socket = await openSocket(server.url, person.token);
  try {
    await followSession(socket, sessionId);
    await say(person, sessionId, { message: "Hello" });
    await settled(person, sessionId, settleMs);
  } finally {
    socket.disconnect();
  }
}

describe.each(subjects)("a model of $type", (subject) => {
  it("keeps the event loop free whatever it answers", { timeout }, async () => {
    const standin = standins.get(subject) as Standin;
    standin.behave({});
    const { type: provider, model } = subject;
    const app = await newApp(person, { provider, model, config: subject.config(standin, model), maxIterations: 2 });
    const all = provider === "open_ai" ? [...answers, ...texts] : answers;
    const cases = sampled(all, provider === "open_ai" ? 3 : 1, provider, provider === "open_ai" ? 60 : 15).map(
      ([title, make]): LoopCase => ({
        title: `${provider}: ${title}`,
        async run() {
          standin.behave([make(), { text: "Done." }]);
          await talk(app);
        },
      }),
    );
    await hold(server, cases);
  });
});

const lines: [title: string, before: string, unit: string][] = [
  ["empty lines", "", "\n"],
  ["empty lines with carriage returns", "", "\r\n"],
  ["empty objects", "", "{}\n"],
  ["messages of nothing", "", '{"message":{"content":""},"done":false}\n'],
  ["a line without an end", "", "a"],
  ["a line of blanks", "", " "],
  ["brackets", "", "["],
  ["numbers", '{"a":[1', ",1"],
  ["empty lists", '{"a":[[]', ",[]"],
  ["thoughts", "", '{"message":{"content":"","thinking":"a"},"done":false}\n'],
];

function* repeated(unit: string, bytes: number): Generator<string> {
  const piece = unit.repeat(Math.ceil(65_536 / unit.length));
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

describe("50 MB of a model's stream", () => {
  it("keep the event loop free", { timeout }, async () => {
    const config = { base_url: raw.url };
    const app = await newApp(person, { provider: "ollama", model: "llama3", config, maxIterations: 1 });
    const cases = sampled(lines, 2, "lines").map(
      ([title, before, unit]): LoopCase => ({
        title: `ollama: 50 MB of ${title}`,
        async run() {
          raw.reply(async (_, __, response) => {
            response.writeHead(200, { "content-type": "application/x-ndjson" }).write(before);
            await pipeline(Readable.from(repeated(unit, 50 * megabyte)), response);
          });
          await talk(app);
        },
      }),
    );
    await hold(server, cases);
    expect(cases.length).toBeGreaterThan(0);
  });
});
