import { join } from "node:path";
import { io } from "socket.io-client";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { withNpm } from "../npm-process";
import { callJson, newPerson, newSession } from "../people";
import { removeFolder, throwAwayFolder } from "../place";
import type { Row } from "../report";
import { runCommand } from "../run-command";

const answerPatienceMs = 60_000;

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
  const marks = [performance.now()];
  const mark = () => marks.push(performance.now());
  try {
    runCommand("git", ["clone", "--quiet", "--depth", "1", `file://${process.cwd()}`, clone]);
    mark();
    runCommand("npm", ["ci", "--prefer-offline"], clone);
    mark();
    await withNpm(clone, { script: "up", path: "/readyz" }, async ({ url }) => {
      mark();
      await askSample(url);
      mark();
    });
  } finally {
    removeFolder(folder);
  }
  const [cloned = 0, installed = 0, up = 0, answered = 0] = marks.slice(1).map((at, i) => at - (marks[i] ?? 0));
  return [
    {
      name: "from clone to the first answer",
      figure: (cloned + installed + up + answered) / 1_000,
      unit: "s",
      note: "a clone of this folder; uses npm's cache where possible",
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
