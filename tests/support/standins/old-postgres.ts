import { once } from "node:events";
import { createServer, type Socket } from "node:net";

const message = (kind: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(kind, 0, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const int = (bytes: 2 | 4, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
};
const text = (value: string): Buffer => Buffer.from(`${value}\0`);

const ready = message("Z", Buffer.from("I"));

/** A row of text columns. */
function rowOf(columns: Record<string, string>): Buffer {
  const entries = Object.entries(columns);
  const fields = entries.map(([name]) =>
    Buffer.concat([text(name), int(4, 0), int(2, 0), int(4, 25), int(2, -1), int(4, -1), int(2, 0)]),
  );
  const values = entries.map(([, value]) => Buffer.concat([int(4, Buffer.byteLength(value)), Buffer.from(value)]));
  return Buffer.concat([
    message("T", Buffer.concat([int(2, entries.length), ...fields])),
    message("D", Buffer.concat([int(2, entries.length), ...values])),
    message("C", text("SELECT 1")),
    ready,
  ]);
}

/** Speaks enough of PostgreSQL's protocol to tell a version. Returns its port and the way to stop. */
export async function oldPostgres(version: string, number: number): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let greeted = false;
    socket
      .on("error", () => undefined)
      .on("data", (data) => {
        if (!greeted) socket.write(Buffer.concat([message("R", int(4, 0)), ready]));
        else if (data.toString("latin1", 0, 1) === "Q") socket.write(rowOf({ number: String(number), version }));
        greeted = true;
      });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
