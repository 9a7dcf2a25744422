import { setTimeout as wait } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { io as connect } from "socket.io-client";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { disconnectAccount, disconnectToken } from "@/lib/server/access/broadcast/disconnect";
import { startSockets } from "@/lib/server/api/realtime/sockets";
import { hashToken } from "@/lib/server/platform/crypto/tokens";
import type { Db, Tx } from "@/lib/server/platform/db/client";
import { tokens } from "@/lib/server/platform/db/tables/accounts";
import { teamMembers } from "@/lib/server/platform/db/tables/teams";
import { callAs, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { joined } from "../support/members";
import { at, newApp, newSession } from "../support/sessions";

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer((_, response) => response.writeHead(404).end());
  startSockets(server.server);
});
afterAll(() => server.close());

const hasWaiters = async (db: Db) => (await db.execute(sql`select from pg_locks where not granted`)).rowCount !== 0;

/** Ends what somebody has while they are being let in: their rights are read by then, and nothing is there to be cut. */
async function meanwhile<T>(token: string, come: () => T, end: (tx: Tx) => Promise<unknown>, cut: () => Promise<void>) {
  const { db } = await testDatabase();
  const own = eq(tokens.hash, hashToken(token));
  // To note that the session is used again is what waits: for the table, as it passes over a row that is locked.
  const longAgo = new Date(Date.now() - 120_000);
  const [row] = await db.update(tokens).set({ lastUsed: longAgo }).where(own).returning();
  const coming = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${tokens} in share mode`);
    const started = come();
    for (let i = 0; i < 100 && !(await hasWaiters(db)); i += 1) await wait(50);
    await end(tx);
    await cut();
    return { id: row?.id, started };
  });
  return coming.started;
}

it("a socket that is let in while its session ends is cut", async () => {
  const { token } = await newPerson();
  const { db } = await testDatabase();
  const [row] = await db
    .select()
    .from(tokens)
    .where(eq(tokens.hash, hashToken(token)));
  const options = { path: "/socket.io", auth: { token }, transports: ["websocket"], reconnection: false };
  const socket = await meanwhile(
    token,
    () => connect(server.url, { ...options, forceNew: true }),
    (tx) => tx.delete(tokens).where(eq(tokens.id, row?.id ?? "")),
    () => disconnectToken(row?.id ?? ""),
  );
  onTestFinished(() => void socket.disconnect());
  const ended = new Promise((resolve) => socket.once("disconnect", resolve));
  expect(await Promise.race([ended, wait(2_000, "open")])).toBe("io server disconnect");
});

it("an event stream that begins while its reader is put out of the team ends", async () => {
  const ada = await newPerson();
  const bob = await joined(ada);
  const sessionId = await newSession(bob, await newApp(ada));
  const { response } = await meanwhile(
    bob.token,
    () => callAs(sessions.events, at(bob, sessionId)),
    (tx) => tx.delete(teamMembers).where(eq(teamMembers.accountId, bob.accountId)),
    () => disconnectAccount(bob.accountId),
  );
  expect(response.status).toBe(200);
  expect(await Promise.race([response.text(), wait(2_000, "open")])).toBe(": connected\n\n");
});
