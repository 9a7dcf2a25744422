import { request } from "node:http";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { callJson, newApp, newPerson, newSession, type Person } from "../bench/people";
import { followSession } from "../support/live-reader";
import { type Muster, onOwnPostgres } from "../support/many-processes";
import { startRoundRobin } from "../support/round-robin";

const clients = 30;

/** Connects as a page does: by polling first, then by websocket. */
async function connect(url: string, person: Person): Promise<Socket> {
  const socket = io(url, { auth: { token: person.token }, forceNew: true, reconnection: false });
  onTestFinished(() => void socket.disconnect());
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}

describe("two servers behind a load balancer without stickiness", () => {
  let muster: Muster;
  let urls: string[];
  let balancer: Awaited<ReturnType<typeof startRoundRobin>>;
  beforeAll(async () => {
    muster = await onOwnPostgres();
    const peers = { PEER_HOST: "127.0.0.1" };
    urls = (await Promise.all([muster.server(peers), muster.server(peers)])).map(({ url }) => url);
    balancer = await startRoundRobin(urls);
  }, 120_000);
  afterAll(async () => {
    balancer.close();
    await muster.end();
  }, 60_000);

  it("upgrade every connection to a websocket, and drop none", { timeout: 60_000 }, async () => {
    const person = await newPerson(balancer.url);
    const sockets = await Promise.all(Array.from({ length: clients }, () => connect(balancer.url, person)));
    const transports = () => sockets.map(({ connected, io: { engine } }) => connected && engine.transport.name);
    await expect.poll(transports, { timeout: 20_000 }).toEqual(Array(clients).fill("websocket"));
    const sessionId = await newSession(person, await newApp(person, "demo-chat:ttft=1,tps=200,words=50"));
    const readers = await Promise.all(sockets.map((socket) => followSession(socket, sessionId)));
    await callJson(person, `/${person.slug}/forms/session/${sessionId}/start`, { message: "Hello" });
    expect(new Set(await Promise.all(readers.map(({ ended }) => ended)))).toEqual(new Set(["completed"]));
    expect(readers.map(({ gaps }) => gaps)).toEqual(Array(clients).fill(0));
    expect(transports()).toEqual(Array(clients).fill("websocket"));
  });

  it("respond to the connection of a process that is gone as to an unknown one", async () => {
    const response = await fetch(
      `${urls[0]}/socket.io/?EIO=4&transport=polling&sid=${"a".repeat(12)}.${"b".repeat(20)}`,
    );
    expect([response.status, await response.json()]).toEqual([400, { code: 1, message: "Session ID unknown" }]);
  });

  it("accept what is forwarded only from processes with the same secret", async () => {
    const database = await muster.database();
    const { rows } = await database.query<{ url: string }>("select url from processes");
    expect(rows).toHaveLength(2);
    const status = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(`${rows[0]?.url}/socket.io/?EIO=4&transport=polling`, { headers });
        sent.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
        sent.end();
      });
    expect(await status({})).toBe(403);
    expect(await status({ "x-muster-peer": `${Date.now()}.${"0".repeat(64)}` })).toBe(403);
  });
});
