import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Server } from "socket.io";
import { io as connect, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startSockets } from "@/lib/server/api/realtime/sockets";
import { getProvided } from "@/lib/server/platform/process/registry";
import { newPerson, type Person } from "../support/client";
import { openSocket } from "../support/live-reader";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { newTeam } from "../support/people";
import { randomFrom } from "../support/random";
import { newApp, newSession } from "../support/sessions";

const sockets = Number(process.env.SOCKETS ?? 60);
const atOnce = 20;
const leakMostMB = 30;

let server: LoopbackServer;
let io: Server;
beforeAll(async () => {
  server = await loopbackServer((_, response) => response.writeHead(404).end());
  io = startSockets(server.server);
});
afterAll(() => server.close());

/** Megabytes of the heap that something still holds. */
function heldMB(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

const kept = () => ({
  clients: io.engine.clientsCount,
  rooms: io.of("/").adapter.rooms.size,
  followed: getProvided<Map<string, unknown>>("session-channels")?.size ?? 0,
});

/** Comes, joins, leaves in good order, halfway or not at all, and goes: said, unsaid, or before its joins are answered. */
async function visit(random: () => number, { token, slug }: Person, sessionIds: string[]): Promise<void> {
  const transports = random() < 0.3 ? ["polling"] : ["websocket"];
  const socket: Socket = connect(server.url, { auth: { token }, transports, forceNew: true, reconnection: false });
  await new Promise((resolve, reject) =>
    socket.once("connect", () => resolve(undefined)).once("connect_error", reject),
  );
  const joined = [
    socket.emitWithAck("join_room", slug),
    ...sessionIds.map((sessionId) => socket.emitWithAck("join_session", { sessionId, after: 0 })),
  ].map((answer) => answer.catch(() => undefined));
  if (random() < 0.7) await Promise.all(joined);
  if (random() < 0.4) for (const sessionId of sessionIds) socket.emit("leave_session", { sessionId });
  if (random() < 0.5) socket.disconnect();
  else socket.io.engine.close();
}

it(`${sockets} sockets come and go and leave nothing behind`, { timeout: 60_000 + sockets * 200 }, async () => {
  const person = await newPerson();
  const app = await newApp(person);
  const sessionIds = [await newSession(person, app), await newSession(person, app), await newSession(person, app)];
  const random = randomFrom(sockets);
  const wave = () => Promise.all(Array.from({ length: atOnce }, () => visit(random, person, sessionIds)));
  await wave();
  await expect.poll(kept, { timeout: 10_000 }).toEqual({ clients: 0, rooms: 0, followed: 0 });
  const before = heldMB();
  for (let done = atOnce; done < sockets; done += atOnce) await wave();
  await expect.poll(kept, { timeout: 30_000 }).toEqual({ clients: 0, rooms: 0, followed: 0 });
  const leakedMB = heldMB() - before;
  expect(leakedMB).toBeLessThan(leakMostMB);
  console.info(`FIGURES ${JSON.stringify({ sockets, leakedMB: Math.round(leakedMB * 10) / 10 })}`);
});

it("joins a bounded number of rooms", async () => {
  const person = await newPerson();
  const account = { accountId: person.accountId, email: person.email, name: "Ada" };
  const socket = await openSocket(server.url, person.token);
  onTestFinished(() => void socket.disconnect());
  const answers: object[] = [];
  for (let i = 0; i < 20; i += 1) {
    const { slug } = await newTeam(account, person.orgId, `Team ${i}`);
    answers.push(await socket.emitWithAck("join_room", slug));
  }
  expect(answers.filter((answer) => "ok" in answer)).toHaveLength(18);
  expect(answers.at(-1)).toEqual({ error: "Too many rooms joined on this connection." });
});
