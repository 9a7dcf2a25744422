import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startSockets } from "@/lib/server/api/realtime/sockets";

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());

test("messages that arrive together leave other work a turn of the event loop between them", async () => {
  server = createServer();
  const io = startSockets(server);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const handledIn: number[] = [];
  io.engine.on("connection", (socket) => socket.on("packet", () => handledIn.push(turns)));

  const client = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  await new Promise((resolve) => client.once("message", resolve));
  // All frames arrive in one chunk.
  const socket = (client as unknown as { _socket: { cork(): void; uncork(): void } })._socket;
  socket.cork();
  for (let i = 0; i < 50; i += 1) client.send("3");
  socket.uncork();
  await expect.poll(() => handledIn.length).toBe(50);
  clearImmediate(counting);
  client.terminate();
  await io.close();
  expect(new Set(handledIn).size).toBe(50);
});
