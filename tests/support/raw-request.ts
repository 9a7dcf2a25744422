import { connect } from "node:net";

/** Writes exactly these bytes to a loopback port and gives everything that comes back until the connection ends. */
export function rawRequest(port: number, bytes: string | Buffer, timeoutMs = 5_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error("The server neither answered nor hung up.")));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", (error) => ("code" in error && error.code === "ECONNRESET" ? undefined : reject(error)));
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
  });
}
