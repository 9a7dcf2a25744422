import { Server, type Socket } from "socket.io";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openLiveConnection } from "@/lib/api/events/socket";
import { type LoopbackServer, loopbackServer } from "../../support/loopback-server";

const fast = { attempts: 100, delay: 1, delayMax: 3, jitter: 0.5, timeout: 2_000 };
const never = 3_600_000;

interface Realtime {
  url: string;
  port: number;
  /** What the clients sent, in its order. */
  heard: string[];
  sockets: Socket[];
  stop(): Promise<void>;
}

const running: Realtime[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

const refusal = (data?: object) => Object.assign(new Error("Not now."), { data });

async function realtime(port = 0, admit: () => boolean = () => true, data?: object): Promise<Realtime> {
  const http: LoopbackServer = await loopbackServer((_, response) => response.writeHead(404).end(), "127.0.0.1", port);
  const io = new Server(http.server, { path: "/socket.io" });
  const heard: string[] = [];
  const sockets: Socket[] = [];
  io.use((_, next) => next(admit() ? undefined : refusal(data)));
  io.on("connection", (socket) => {
    sockets.push(socket);
    heard.push("connected");
    socket.on("join_room", (room) => heard.push(`join ${room}`));
    socket.on("leave_room", (room, answer: (ok: object) => void) => {
      heard.push(`leave ${room}`);
      answer({ ok: true });
    });
  });
  const server = { url: http.url, port: http.port, heard, sockets, stop: async () => void (await io.close()) };
  running.push(server);
  return server;
}

async function open(settings: Parameters<typeof openLiveConnection>[0]) {
  const live = await openLiveConnection(settings);
  onTestFinished(() => live.close());
  return live;
}

describe("the live connection", () => {
  test("has the specified policy and order of transports", async () => {
    const { socket } = await open({ url: "http://127.0.0.1:1" });
    const { io } = socket;
    expect([io.reconnection(), io.reconnectionAttempts(), io.reconnectionDelay()]).toEqual([true, 100, 1_000]);
    expect([io.reconnectionDelayMax(), io.randomizationFactor(), io.timeout()]).toEqual([5_000, 0.5, 20_000]);
    expect(io.opts).toMatchObject({ path: "/socket.io", transports: ["polling", "websocket", "webtransport"] });
  });

  test("joins the team's room; another team: leaves, connects anew, joins", async () => {
    const { url, heard } = await realtime();
    const live = await open({ url, policy: fast });
    live.enterTeam("team-1");
    await expect.poll(() => heard).toEqual(["connected", "join team-1"]);
    live.enterTeam("team-1");
    live.enterTeam("team-2");
    await expect.poll(() => heard.slice(2)).toEqual(["leave team-1", "connected", "join team-2"]);
  });

  test("without a team it connects and joins no room; a team's room is left for none", async () => {
    const { url, heard } = await realtime();
    const live = await open({ url, policy: fast });
    live.enterTeam(null);
    await expect.poll(() => heard).toEqual(["connected"]);
    live.enterTeam("team-1");
    await expect.poll(() => heard.slice(1)).toEqual(["connected", "join team-1"]);
    live.enterTeam(null);
    await expect.poll(() => heard.slice(3)).toEqual(["leave team-1", "connected"]);
  });

  test("a server that restarts is found again, and the room joined", async () => {
    const first = await realtime();
    const live = await open({ url: first.url, policy: fast, checkInterval: never });
    live.enterTeam("team-1");
    await expect.poll(() => first.heard).toContain("join team-1");
    await first.stop();
    await expect.poll(() => live.socket.connected).toBe(false);
    const second = await realtime(first.port);
    await expect.poll(() => second.heard, { timeout: 5_000 }).toEqual(["connected", "join team-1"]);
  });

  test("gives up after 100 attempts; the regular check begins anew", async () => {
    const gone = await realtime();
    await gone.stop();
    const live = await open({ url: gone.url, policy: fast, checkInterval: 1_500 });
    let attempts = 0;
    let failed = 0;
    live.socket.io.on("reconnect_attempt", () => attempts++);
    live.socket.io.on("reconnect_failed", () => failed++);
    live.enterTeam("team-1");
    await expect.poll(() => failed, { timeout: 20_000 }).toBe(1);
    expect(attempts).toBe(100);
    const back = await realtime(gone.port);
    await expect.poll(() => back.heard, { timeout: 5_000 }).toEqual(["connected", "join team-1"]);
  }, 30_000);

  test("a server that asks not to come back before a time is left alone until then", async () => {
    let asked = 0;
    const { url, heard } = await realtime(0, () => ++asked > 1, { status: 429, retryAfter: 1 });
    const live = await open({ url, policy: fast, checkInterval: 5 });
    const connect = vi.spyOn(live.socket, "connect");
    const began = performance.now();
    live.enterTeam("team-1");
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual(["connected", "join team-1"]);
    expect(performance.now() - began).toBeGreaterThan(1_000);
    expect([asked, connect.mock.calls.length]).toEqual([2, 2]);
  });

  test("while it is connecting the check leaves it alone", async () => {
    const gone = await realtime();
    await gone.stop();
    const live = await open({ url: gone.url, policy: { ...fast, attempts: 1_000_000 }, checkInterval: 5 });
    const connect = vi.spyOn(live.socket, "connect");
    live.enterTeam("team-1");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(connect).toHaveBeenCalledTimes(1);
  });

  test("a connection that the server cuts is opened again soon, without waiting for the check", async () => {
    const { url, heard, sockets } = await realtime();
    const live = await open({ url, policy: fast, checkInterval: never });
    live.enterTeam("team-1");
    await expect.poll(() => heard.length).toBe(2);
    sockets[0]?.disconnect(true);
    await expect.poll(() => heard.slice(2)).toEqual(["connected", "join team-1"]);
  });

  test("a connection that the server ends or refuses is opened again by the check, a closed one never", async () => {
    let admitted = true;
    const { url, heard, sockets } = await realtime(0, () => admitted);
    const live = await open({ url, policy: fast, checkInterval: 50 });
    const connect = vi.spyOn(live.socket, "connect");
    live.enterTeam("team-1");
    await expect.poll(() => heard.length).toBe(2);
    admitted = false;
    sockets[0]?.disconnect(true);
    await expect.poll(() => connect.mock.calls.length).toBeGreaterThan(3);
    expect(heard).toHaveLength(2);
    admitted = true;
    await expect.poll(() => heard.slice(2)).toEqual(["connected", "join team-1"]);
    live.close();
    const calls = connect.mock.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(connect).toHaveBeenCalledTimes(calls);
  });
});
