import { connect } from "node:net";

const longestMs = 60_000;

/** The request as it goes over the wire. */
export function rawRequest(method: string, path: string, headers: Record<string, string>, body = ""): string {
  const lines = Object.entries({ host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body ? `content-length: ${Buffer.byteLength(body)}\r\n` : "";
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}${length}\r\n${body}`;
}

/** Sends the request so many times on so many connections at once, without waiting for answers in between. */
export async function pipelined(url: string, request: string, sockets: number, times: number): Promise<void> {
  const { port } = new URL(url);
  const last = request.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
  const one = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(request.repeat(times - 1) + last));
      // Also where the server cuts the connection, or streams without an end.
      socket.on("error", () => undefined).once("close", () => resolve());
      socket.setTimeout(longestMs, () => socket.destroy()).resume();
    });
  await Promise.all(Array.from({ length: sockets }, one));
}
