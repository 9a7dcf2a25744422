import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface TcpProxy {
  port: number;
  /** Connections that are forwarded at the moment. */
  open(): number;
  /** Connections that were accepted so far. */
  accepted(): number;
  /** What is open now stays open and carries nothing any more, as after a failover without RST. New ones are forwarded. */
  dropSilently(): void;
  /** New connections are accepted, and nothing of them is forwarded, until `forward`. */
  swallow(): void;
  forward(): void;
  /** The next connection to send this text is cut, before the server gets it or once the server has answered it. */
  cutAt(text: string, when: "sent" | "answered"): void;
  close(): Promise<void>;
}

/** Between a client and a TCP server on loopback. */
export async function tcpProxy(target: { host?: string; port: number }, port = 0): Promise<TcpProxy> {
  const live = new Set<{ sockets: [Socket, Socket]; drop: () => void }>();
  const all = new Set<Socket>();
  let accepted = 0;
  let swallowing = false;
  let cutting: { text: string; when: "sent" | "answered" } | undefined;
  const server = createServer((client) => {
    accepted += 1;
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
    let answered = false;
    const cut = () => {
      client.destroy();
      upstream.end();
    };
    client.prependListener("data", (chunk: Buffer) => {
      if (!cutting || !chunk.includes(cutting.text)) return;
      answered = cutting.when === "answered";
      cutting = undefined;
      dropped = true;
      if (answered) upstream.write(chunk);
      else cut();
    });
    upstream.prependListener("data", () => answered && cut());
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
    accepted: () => accepted,
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
    cutAt: (text, when) => {
      cutting = { text, when };
    },
    close: async () => {
      server.close();
      for (const socket of all) socket.destroy();
      await once(server, "close");
    },
  };
}
