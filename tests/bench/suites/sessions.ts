import type { Browser } from "@playwright/test";
import { io } from "socket.io-client";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { multiply } from "../../support/multiply";
import type { MusterProcess } from "../../support/muster-process";
import { freshContext, withBrowser } from "../browser";
import { homeRows } from "../home-rows";
import { callJson, newApp, newPerson, newSession, type Person } from "../people";
import { removeFolder, startServer, throwAwayFolder } from "../place";
import type { Row } from "../report";
import { lengthen, withDatabase } from "../seed";
import { quantile } from "../stats";
import { memoryOf } from "../usage";

const events = 5_000;
const sessions = 200;
/** Of the team, with those of the long log. */
const allSessions = 10_000;
const repeats = 20;

/** One turn with the offline model, as the pattern that all others repeat. */
async function firstTurn(person: Person): Promise<string> {
  const sessionId = await newSession(person, await newApp(person, "demo-chat:ttft=1,tps=2000"));
  await callJson(person, `/${person.slug}/forms/session/${sessionId}/start`, { message: "Tell me of the sea" });
  for (;;) {
    const { session } = await callJson<{ session: { status: string } }>(
      person,
      `/${person.slug}/session/${sessionId}.json`,
    );
    if (session.status === "waiting") return sessionId;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Joins a session after an event; resolves once it has come so far. */
async function joined(person: Person, sessionId: string, after: number, until: number): Promise<void> {
  const socket = io(person.url, { auth: { token: person.token }, transports: ["websocket"], forceNew: true });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect_error", reject);
    socket.on("session_event", ({ seq }: SessionEvent) => seq === until && resolve());
    socket.emitWithAck("join_session", { sessionId, after }).then(() => after >= until && resolve(), reject);
  });
  socket.disconnect();
}

async function times(work: () => Promise<void>, count = repeats): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const started = performance.now();
    await work();
    taken.push(performance.now() - started);
  }
  return taken;
}

/** What the page does: the session, its newest messages, then the socket after the last event. */
async function open(person: Person, sessionId: string): Promise<void> {
  const base = `/${person.slug}/session/${sessionId}`;
  const [{ session }] = await Promise.all([
    callJson<{ session: { lastSeq: number } }>(person, `${base}.json`),
    callJson<object>(person, `${base}/messages.json`),
  ]);
  await joined(person, sessionId, session.lastSeq, session.lastSeq);
}

/** From a click in the history to the newest message on the screen. */
async function clicks(browser: Browser, person: Person, sessionId: string): Promise<number[]> {
  const context = await freshContext(browser, person);
  const page = await context.newPage();
  const taken: number[] = [];
  for (let i = 0; i < 6; i += 1) {
    await page.goto(`${person.url}/${person.slug}/sessions`);
    const link = page.locator(`a[href$="/session/${sessionId}"]`).first();
    await link.waitFor();
    await page.waitForLoadState("networkidle");
    const started = performance.now();
    await link.click();
    await page.getByRole("region", { name: "Messages" }).getByRole("article").last().waitFor();
    taken.push(performance.now() - started);
  }
  await context.close();
  return taken.slice(1);
}

async function restart(server: MusterProcess, dataDir: string, signal: NodeJS.Signals): Promise<MusterProcess> {
  await server.stop(signal);
  return startServer({ dataDir });
}

/** Opening a long session in a large log, and starting with that much data. */
export async function sessionsSuite(): Promise<Row[]> {
  const dataDir = throwAwayFolder();
  let server = await startServer({ dataDir });
  const port = { dataDir, port: Number(new URL(server.url).port) };
  try {
    const person = await newPerson(server.url);
    const sessionId = await firstTurn(person);
    const shortId = await firstTurn(person);
    await withDatabase(dataDir, async (pool) => {
      await lengthen(pool, sessionId, events, sessions - 1);
      await multiply(pool, "sessions", shortId, allSessions - sessions - 1);
      // Its copies are as old, and the history shows the newest first.
      await pool.query("update sessions set date_updated = now() where id = $1", [sessionId]);
    });
    const opened = (await times(() => open(person, sessionId), repeats + 3)).slice(3);
    const replayed = await times(() => joined(person, sessionId, 0, events), 5);
    const size = `${events} of ${(events * sessions).toLocaleString("en-GB")} events`;
    const [clicked, home] = await withBrowser(async (browser) => [
      await clicks(browser, person, sessionId),
      await homeRows(browser, person, `${allSessions.toLocaleString("en-GB")} sessions`),
    ]);
    const starts: number[] = [];
    const afterKill: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      server = await restart(server, port.dataDir, "SIGTERM");
      starts.push(server.readyMs);
      server = await restart(server, port.dataDir, "SIGKILL");
      afterKill.push(server.readyMs);
    }
    const memory = memoryOf([server.child.pid ?? 0]);
    const bound = { of: "figure", value: 500 } as const;
    return [
      {
        name: "open a session, p95",
        figure: quantile(opened, 0.95),
        unit: "ms",
        bound,
        note: `${size}; session, newest 100 messages and the socket joined; p50 ${quantile(opened, 0.5).toFixed(0)} ms`,
      },
      {
        name: "open a session in the browser, p50",
        figure: quantile(clicked, 0.5),
        unit: "ms",
        bound,
        note: `until the newest message is visible; max ${Math.max(...clicked).toFixed(0)} ms`,
      },
      ...home,
      {
        name: "replay the whole log over the socket, p50",
        figure: quantile(replayed, 0.5),
        unit: "ms",
        note: `${events} events`,
      },
      {
        name: "start with data, p50",
        figure: quantile(starts, 0.5),
        unit: "ms",
        bound: { of: "figure", value: 3_000 },
        note: size,
      },
      {
        name: "start with data after SIGKILL, p50",
        figure: quantile(afterKill, 0.5),
        unit: "ms",
        bound: { of: "figure", value: 3_000 },
      },
      { name: "memory after a start with data", figure: memory, unit: "MB" },
    ];
  } finally {
    await server.stop();
    removeFolder(dataDir);
  }
}
