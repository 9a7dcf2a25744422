import { createServer, type RequestListener, type Server } from "node:http";

export interface LoopbackServer {
  url: string;
  port: number;
  /** How many connections were opened to it. */
  connections: () => number;
  server: Server;
  close: () => Promise<void>;
}

/** A real HTTP server on a loopback address and a free port (or the one given). */
export async function loopbackServer(listener: RequestListener, host = "127.0.0.1", port = 0): Promise<LoopbackServer> {
  const server = createServer(listener);
  let opened = 0;
  server.on("connection", () => opened++);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    connections: () => opened,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
