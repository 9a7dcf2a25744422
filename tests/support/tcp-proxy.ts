import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface TcpProxy {
  port: number;
  /** Connections that are forwarded at the moment. */
  open(): number;
  /** What is open now stays open and carries nothing any more, as after a failover without RST. New ones are forwarded. */
  dropSilently(): void;
  /** New connections are accepted, and nothing of them is forwarded, until `forward`. */
  swallow(): void;
  forward(): void;
  close(): Promise<void>;
}

/** Between a client and a TCP server on loopback. */
export async function tcpProxy(target: { host?: string; port: number }, port = 0): Promise<TcpProxy> {
  const live = new Set<{ sockets: [Socket, Socket]; drop: () => void }>();
  const all = new Set<Socket>();
  let swallowing = false;
  const server = createServer((client) => {
    all.add(client);
    client.on("error", () => undefined).once("close", () => all.delete(client));
    if (swallowing) return void client.resume();
    const upstream = connect({ host: target.host ?? "127.0.0.1", port: target.port, allowHalfOpen: true });
    all.add(upstream);
    upstream.on("error", () => undefined).once("close", () => all.delete(upstream));
    let dropped = false;
    const pairs = [
      [client, upstream],
      [upstream, client],
    ] as const;
    for (const [from, to] of pairs) {
      from.on("data", (chunk) => dropped || to.write(chunk));
      from.on("close", () => {
        live.delete(entry);
        if (!dropped) to.destroy();
      });
    }
    const entry = {
      sockets: [client, upstream] as [Socket, Socket],
      drop: () => {
        dropped = true;
      },
    };
    live.add(entry);
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    open: () => live.size,
    dropSilently: () => {
      for (const entry of live) entry.drop();
      live.clear();
    },
    swallow: () => {
      swallowing = true;
    },
    forward: () => {
      swallowing = false;
    },
    close: async () => {
      server.close();
      for (const socket of all) socket.destroy();
      await once(server, "close");
    },
  };
}
