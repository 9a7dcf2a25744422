import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { freePort } from "../../support/muster-process";
import { callJson, newPerson, newSession } from "../people";
import { removeFolder, throwAwayFolder } from "../place";
import type { Row } from "../report";

const patienceMs = 10 * 60_000;
const answerPatienceMs = 60_000;
const endPatienceMs = 20_000;

function run(command: string, args: string[], cwd = process.cwd()): void {
  const done = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${command} ${args[0]} failed:\n${(done.stderr ?? "").slice(-2_000)}`);
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + patienceMs;
  while (child.exitCode === null && Date.now() < until) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error("npm run up did not become ready.");
}

/** Ends a group of processes, in the end by SIGKILL; resolves once none is left. */
async function endGroup(leader: number): Promise<void> {
  try {
    process.kill(-leader, "SIGTERM");
    const until = Date.now() + endPatienceMs;
    for (;;) {
      await sleep(50);
      process.kill(-leader, Date.now() < until ? 0 : "SIGKILL");
    }
  } catch {
    // There is no such group any more.
  }
}

/** Signs up, adds the sample and asks it something; resolves with the first piece of its answer. */
async function askSample(url: string): Promise<void> {
  const person = await newPerson(url);
  const { appId = "" } = await callJson(person, `/${person.slug}/forms/sample/add`, {});
  const sessionId = await newSession(person, appId);
  const socket = io(url, { auth: { token: person.token }, transports: ["websocket"], forceNew: true });
  const first = new Promise<void>((resolve, reject) => {
    socket.once("connect_error", reject);
    setTimeout(() => reject(new Error("The sample did not answer.")), answerPatienceMs).unref();
    socket.on("session_event", (event: SessionEvent) => event.seq === null && resolve());
  });
  try {
    await socket.emitWithAck("join_session", { sessionId, after: 0 });
    await callJson(person, `/${person.slug}/forms/session/${sessionId}/start`, { message: "Tell me of the sea" });
    await first;
  } finally {
    socket.disconnect();
  }
}

/** How long a newcomer waits: clone, `npm ci`, `npm run up`, and the sample's first token. */
export async function firstAnswer(): Promise<Row[]> {
  const folder = throwAwayFolder();
  const clone = join(folder, "muster");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const marks = [performance.now()];
  const mark = () => marks.push(performance.now());
  let child: ChildProcess | undefined;
  try {
    run("git", ["clone", "--quiet", "--depth", "1", `file://${process.cwd()}`, clone]);
    mark();
    run("npm", ["ci", "--prefer-offline"], clone);
    mark();
    const folders = { DATA_DIR: join(clone, ".data"), UPLOADS_DIR: join(clone, "uploads") };
    const env = { ...process.env, ...folders, PORT: String(port), LOG_LEVEL: "error" };
    // A group of its own: npm passes no signal on to what it started.
    child = spawn("npm", ["run", "up"], { cwd: clone, detached: true, env, stdio: ["ignore", "ignore", "inherit"] });
    await ready(url, child);
    mark();
    await askSample(url);
    mark();
  } finally {
    if (child?.pid) await endGroup(child.pid);
    removeFolder(folder);
  }
  const [cloned = 0, installed = 0, up = 0, answered = 0] = marks.slice(1).map((at, i) => at - (marks[i] ?? 0));
  return [
    {
      name: "from clone to the first answer",
      figure: (cloned + installed + up + answered) / 1_000,
      unit: "s",
      note: "a clone of this folder, with npm's cache where it has something",
    },
    {
      name: "from clone to the first page",
      figure: (cloned + installed + up) / 1_000,
      unit: "s",
      bound: { of: "figure", value: 75 },
      note: "until the server is ready",
    },
    { name: "npm ci", figure: installed / 1_000, unit: "s" },
    { name: "npm run up until ready", figure: up / 1_000, unit: "s", note: "builds first" },
    {
      name: "from ready to the first token",
      figure: answered / 1_000,
      unit: "s",
      note: "sign up, sign in, add the sample, ask it over the API",
    },
  ];
}
