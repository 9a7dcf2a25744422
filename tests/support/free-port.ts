import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the range of ephemeral ports, so that the port of a stopped server is not assigned to another socket. */
const [first, end] = [20_000, 32_000];

/** A port of 127.0.0.1 that no server listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, end);
    const server = createServer().listen(port, "127.0.0.1");
    const free = await new Promise<boolean>((resolve) => {
      server.once("listening", () => resolve(true)).once("error", () => resolve(false));
    });
    await new Promise((resolve) => server.close(resolve));
    if (free) return port;
  }
}
