import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type JoinResponse, join as joinRoom } from "@/lib/api/events/join";
import { accounts } from "@/lib/contract/accounts/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { assets } from "@/lib/contract/assets/schemas";
import { audit } from "@/lib/contract/audit/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { recheck } from "@/lib/server/api/realtime/admit-socket";
import { startSockets } from "@/lib/server/api/realtime/sockets";
import { createPool } from "@/lib/server/platform/db/connection/pool";
import { callAs, newPerson, type Person, type Reply } from "../support/client";
import { closeDatabase, openDatabaseOf } from "../support/database";
import { loopbackServer } from "../support/loopback-server";
import { fileForm } from "../support/matrix/furnished-team";
import { type OwnPostgres, ownPostgres } from "../support/own-postgres";
import { newApp, newSession } from "../support/sessions";

let postgres: OwnPostgres;
let ada: Person;
let sessionId: string;
const folder = mkdtempSync(join(tmpdir(), "muster-unavailable-"));

beforeAll(async () => {
  postgres = await ownPostgres();
  const DATABASE_URL = await postgres.database();
  const folders = { DATA_DIR: folder, UPLOADS_DIR: join(folder, "uploads") };
  // Each refusal is a warning in the log.
  await openDatabaseOf({ DATABASE_URL, ...folders, LOG_LEVEL: "error" });
  ada = await newPerson();
  sessionId = await newSession(ada, await newApp(ada));
}, 60_000);
afterAll(async () => {
  await closeDatabase();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const team = () => ({ token: ada.token, params: { resourceSlug: ada.slug } });
const login = () => callAs(accounts.login, { body: { email: ada.email, password: ada.password } });
const calls: Record<string, () => Promise<Reply<never>>> = {
  "a read": () => callAs(apps.list, team()),
  "a write": () => callAs(sessions.add, { ...team(), body: { id: "app_x" } }),
  "a sign-in": login,
  "an upload": () => callAs(assets.add, { ...team(), body: fileForm("a.png") }),
  "a download": () => callAs(audit.csv, team()),
  "an event stream": () =>
    callAs(sessions.events, { ...team(), params: { resourceSlug: ada.slug, sessionId }, query: {} }),
};

/** Ends the connections that are open, so that what follows is about new ones. */
const cut = () =>
  postgres.administer("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'operator'");

interface Trouble {
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
  /** The calls that meet it; all where it is not said. */
  meets?: string[];
}

let holder: pg.Pool | undefined;

/** Keeps every other transaction from reading who somebody is. */
async function holdLocks(): Promise<void> {
  holder = createPool({ connectionString: process.env.DATABASE_URL, max: 1 });
  await holder.query("begin");
  await holder.query("lock table accounts, tokens in access exclusive mode");
}

const troubles: Record<string, Trouble> = {
  "a stopped server": { begin: () => postgres.halt(), end: () => postgres.resume() },
  "no connection left": {
    begin: () => postgres.administer("alter role operator connection limit 0").then(cut),
    end: () => postgres.administer("alter role operator connection limit -1"),
  },
  "a statement timeout": {
    begin: () => postgres.administer("alter role operator set statement_timeout = 100").then(cut).then(holdLocks),
    end: async () => {
      await holder?.end();
      await postgres.administer("alter role operator reset statement_timeout").then(cut);
    },
  },
  "a server that only reads": {
    begin: () => postgres.administer("alter role operator set default_transaction_read_only = on").then(cut),
    end: () => postgres.administer("alter role operator reset default_transaction_read_only").then(cut),
    meets: ["a write", "a sign-in"],
  },
};

describe.each(Object.entries(troubles))("%s", (_trouble, { begin, end, meets }) => {
  beforeAll(async () => void (await begin()));
  afterAll(async () => void (await end()));

  it.each(Object.entries(calls).filter(([name]) => !meets || meets.includes(name)))(
    "%s is told to try again",
    async (_name, call) => {
      const { status, body, response } = await call();
      expect({ status, body }).toEqual({
        status: 503,
        body: { error: "Muster is temporarily unavailable. Try again in a few seconds.", code: "unavailable" },
      });
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    },
  );
});

it("all is well afterwards", async () => {
  for (const call of [calls["a read"], calls["a sign-in"]]) expect((await call?.())?.status).toBe(200);
});

it("a session that terminates in the middle of a statement is unavailable, and goes on", async () => {
  const waiting = createPool({ connectionString: process.env.DATABASE_URL, max: 1 });
  await waiting.query("begin");
  await waiting.query("lock table apps in access exclusive mode");
  const list = callAs(apps.list, team());
  await sleep(300);
  await cut();
  expect((await list).status).toBe(503);
  await waiting.end().catch(() => undefined);
  expect((await callAs(apps.list, team())).status).toBe(200);
});

it("a socket's join is refused with when to try again, and comes through then", async () => {
  const http = await loopbackServer((_request, response) => response.end());
  const server = startSockets(http.server);
  const socket = io(http.url, { auth: { token: ada.token }, transports: ["websocket"], forceNew: true });
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  const answers: JoinResponse[] = [];
  await postgres.halt();
  const [live] = server.sockets.sockets.values();
  const checked = live && recheck(live);
  const stop = joinRoom(
    socket,
    "join_session",
    () => ({ sessionId, after: 0 }),
    (answer) => answers.push(answer),
  );
  try {
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0), 10_000);
    expect(answers[0]).toEqual({
      error: "Muster is temporarily unavailable. Try again in a few seconds.",
      retryAfter: expect.any(Number),
    });
  } finally {
    await postgres.resume();
  }
  await vi.waitFor(() => expect(answers.at(-1)).toEqual({ ok: true }), 15_000);
  await checked;
  expect(socket.connected).toBe(true);
  stop();
  socket.disconnect();
  await server.close();
  await http.close();
});
