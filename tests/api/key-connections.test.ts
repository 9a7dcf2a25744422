import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { disconnectAccount } from "@/lib/server/access/broadcast/disconnect";
import { notifyAccount, notifyTeam } from "@/lib/server/access/broadcast/notify";
import { startSockets } from "@/lib/server/api/realtime/sockets";
import { callAs, newPerson } from "../support/client";
import { changeKey, newKey, removeKey, rotateKey } from "../support/keys";
import { openSocket } from "../support/live-reader";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { leave, newMember, newTeam } from "../support/people";
import { newApp, newSession } from "../support/sessions";

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer((_, response) => response.writeHead(404).end());
  startSockets(server.server);
});
afterAll(() => server.close());

async function open(secret: string) {
  const socket = await openSocket(server.url, secret);
  onTestFinished(() => void socket.disconnect());
  return socket;
}

const notification = {
  _id: "notification_1",
  title: "Done",
  description: "It is done.",
  date: new Date().toISOString(),
  seen: false,
  type: "session",
  link: null,
  audience: "team",
};
const noTeam = { error: "This team doesn't exist or is no longer available." };

it("a key joins the teams and sessions in its scope, and hears nothing that is said to its owner alone", async () => {
  const ada = await newPerson();
  const other = await newTeam({ ...ada, name: "Ada" }, ada.orgId, "Other");
  const sessionId = await newSession(ada, await newApp(ada));
  const socket = await open((await newKey(ada, { teamIds: [other.slug] })).secret);
  const heard: unknown[] = [];
  socket.on("notification", ({ title }: { title: string }) => heard.push(title));
  expect(await socket.emitWithAck("join_room", other.slug)).toEqual({ ok: true });
  expect(await socket.emitWithAck("join_room", ada.slug)).toEqual(noTeam);
  expect(await socket.emitWithAck("join_session", { sessionId })).toEqual({
    error: "This session doesn't exist or is no longer available.",
  });
  await notifyTeam(ada.slug, { ...notification, title: "of the other team" });
  await notifyAccount(ada.accountId, { ...notification, title: "to Ada" });
  await notifyTeam(other.slug, { ...notification, title: "of its team" });
  await expect.poll(() => heard).toEqual(["of its team"]);
  const wide = await open((await newKey(ada)).secret);
  expect(await wide.emitWithAck("join_session", { sessionId })).toEqual({ ok: true });
});

it("what a key opened ends with the key: rotated, deleted, expired, its owner cut", async () => {
  const ada = await newPerson();
  const [rotated, deleted, left] = [await newKey(ada), await newKey(ada), await newKey(ada)];
  const sockets = await Promise.all([rotated, deleted, left].map(({ secret }) => open(secret)));
  const connected = () => sockets.map((socket) => socket.connected);
  expect(connected()).toEqual([true, true, true]);
  await rotateKey(ada, rotated);
  await expect.poll(connected).toEqual([false, true, true]);
  await removeKey(ada, deleted);
  await expect.poll(connected).toEqual([false, false, true]);
  const expiring = await newKey(ada);
  await changeKey(expiring, { expires: new Date(Date.now() + 1_500) });
  const over = await open(expiring.secret);
  await expect.poll(() => over.connected, { timeout: 10_000 }).toBe(false);
  expect(connected()).toEqual([false, false, true]);
  await disconnectAccount(ada.accountId);
  await expect.poll(connected).toEqual([false, false, false]);
  for (const { secret } of [rotated, deleted, expiring]) await expect(openSocket(server.url, secret)).rejects.toThrow();
  await open(left.secret);
});

it("a member's key joins nothing once the member is gone", async () => {
  const ada = await newPerson();
  const member = await newMember(ada);
  const socket = await open((await newKey(member)).secret);
  expect(await socket.emitWithAck("join_room", ada.slug)).toEqual({ ok: true });
  await leave(member, ada);
  expect(await socket.emitWithAck("join_room", ada.slug)).toEqual(noTeam);
});

it("an event stream that a key opened ends with the key", async () => {
  const ada = await newPerson();
  const sessionId = await newSession(ada, await newApp(ada));
  const key = await newKey(ada, { teamIds: [ada.slug] });
  const params = { resourceSlug: ada.slug, sessionId };
  const { status, response } = await callAs(sessions.events, { token: key.secret, params });
  expect(status).toBe(200);
  const ended = response.text();
  await removeKey(ada, key);
  expect(await ended).toContain(": connected");
});
