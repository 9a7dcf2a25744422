import type { Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillPath } from "@/lib/contract/base/endpoint";
import { sessions } from "@/lib/contract/sessions/schemas";
import type { Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { followSession, openSocket } from "../support/live-reader";
import { longConversation, longMessages } from "../support/long-conversation";
import { hold, type LoopCase, printFigures } from "../support/loop-watch/hold";
import { isLong } from "../support/loop-watch/scope";
import { startWatched, type WatchedServer } from "../support/loop-watch/watched-server";

ownDatabase();

let server: WatchedServer;
let person: Person;
let sessionId: string;
beforeAll(async () => {
  ({ person, sessionId } = await longConversation());
  server = await startWatched({ DATA_DIR: process.env.DATA_DIR ?? "", UPLOADS_DIR: process.env.UPLOADS_DIR ?? "" });
}, 120_000);
afterAll(async () => {
  printFigures("sockets");
  await server?.kill();
});

const many = isLong ? 20_000 : 2_000;
/** Of one message; the server cuts a connection whose messages are larger. */
const messageBytes = 16_000;
const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

/** Sends something by a new connection, until the server has worked it off or has cut the connection. */
async function sent(send: (socket: Socket) => unknown): Promise<void> {
  const socket = await openSocket(server.url, person.token);
  try {
    await send(socket);
    await Promise.race([
      socket.timeout(60_000).emitWithAck("leave_session", { sessionId }),
      new Promise((resolve) => socket.once("disconnect", resolve)),
    ]);
  } finally {
    socket.disconnect();
  }
}

/** A text as it goes over the wire. */
const raw = (socket: Socket, text: string) => socket.io.engine.write(text);
const repeat = (work: (i: number) => unknown) => {
  for (let i = 0; i < many; i += 1) work(i);
};

const messages: Record<string, (socket: Socket) => unknown> = {
  "events that nobody knows": (socket) => repeat((i) => socket.emit(`event_${i}`, i)),
  "events that are not valid": (socket) => repeat((i) => socket.emit("join_session", { sessionId: i })),
  "joins and leaves": (socket) =>
    repeat((i) => socket.emit(i % 2 ? "join_session" : "leave_session", { sessionId, after: longMessages })),
  "joins of what is not there": (socket) => repeat((i) => socket.emit("join_session", { sessionId: `session_${i}` })),
  "requests for a live text": (socket) => repeat(() => socket.emit("partial_again", { sessionId, messageId: "m" })),
  "nested lists": (socket) => repeat(() => socket.emit("join_session", nested(1_000))),
  "long names": (socket) => repeat((i) => i < 500 && socket.emit("x".repeat(messageBytes))),
  "wide objects": (socket) =>
    repeat((i) => i < 500 && raw(socket, `2["join_session",{${'"a":1,'.repeat(2_200)}"b":2}]`)),
  "acknowledgments of nothing": (socket) => repeat((i) => raw(socket, `3${i}[]`)),
  "connects to other namespaces": (socket) => repeat((i) => raw(socket, `0/room-${i},{}`)),
  "announced attachments": (socket) => raw(socket, `5999999-["join_session",{"_placeholder":true,"num":0}]`),
  "a message that is too long": (socket) => raw(socket, `2["join_session","${"x".repeat(1_000_000)}"]`),
};

describe("a socket", () => {
  it("keeps the event loop free whatever a client sends", { timeout: 300_000 }, async () => {
    const cases = Object.entries(messages).map(([title, send]): LoopCase => ({ title, run: () => sent(send) }));
    await hold(server, cases);
  });
});

/** Reads an event stream from the beginning up to its newest event. */
async function readStream(): Promise<void> {
  const path = fillPath(sessions.events.path, { resourceSlug: person.slug, sessionId });
  const abort = new AbortController();
  const headers = { authorization: `Bearer ${person.token}` };
  const { body } = await fetch(`${server.url}${path}?after=0`, { headers, signal: abort.signal });
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) if (decoder.decode(chunk).includes(`id: ${longMessages}\n`)) break;
  abort.abort();
}

describe("a conversation of 40 MB", () => {
  it("is sent by a socket and by an event stream while the event loop stays free", { timeout: 120_000 }, async () => {
    const bySocket = async () => {
      const socket = await openSocket(server.url, person.token);
      const { seqs } = await followSession(socket, sessionId);
      await expect.poll(() => seqs.length, { timeout: 60_000 }).toBe(longMessages);
      socket.disconnect();
    };
    await hold(server, [
      { title: "a socket that follows it from its beginning", run: bySocket },
      { title: "an event stream from its beginning", run: readStream },
    ]);
  });
});
