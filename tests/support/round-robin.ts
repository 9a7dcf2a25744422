import { createServer, type IncomingMessage, request as open } from "node:http";
import { freePort } from "./muster-process";

/** A load balancer without stickiness: every request goes to the next server, upgrades too. */
export async function startRoundRobin(urls: readonly string[]) {
  const port = await freePort();
  let count = 0;
  const forward = ({ method, url, headers }: IncomingMessage) => {
    count += 1;
    return open(new URL(url ?? "/", urls[count % urls.length]), { method, headers, agent: false });
  };
  const server = createServer((incoming, outgoing) => {
    const request = forward(incoming).on("error", () => outgoing.destroy());
    request.on("response", (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    outgoing.on("close", () => request.destroy());
    incoming.pipe(request);
  });
  server.on("upgrade", (incoming, socket, head) => {
    const request = forward(incoming).on("error", () => socket.destroy());
    request.on("response", () => socket.destroy());
    request.on("upgrade", ({ rawHeaders }, other, first) => {
      const lines = rawHeaders.map((part, i) => part + (i % 2 === 0 ? ": " : "\r\n")).join("");
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines}\r\n`);
      socket.write(first);
      other.write(head);
      for (const side of [socket, other]) {
        side.on("error", () => undefined);
        side.on("close", () => [socket, other].map((one) => one.destroy()));
      }
      socket.pipe(other).pipe(socket);
    });
    request.end();
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
