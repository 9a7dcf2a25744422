import { createSocket } from "node:dgram";
import { decode, encode } from "dns-packet";

export interface NameServer {
  /** What DNS_SERVERS is set to. */
  address: string;
  /** The TXT records of a name; none answers that the name does not exist. */
  set: (name: string, values: string[]) => void;
  close: () => Promise<void>;
}

/** A DNS server on a loopback address that knows TXT records. */
export async function startNameServer(port = 0): Promise<NameServer> {
  const records = new Map<string, string[]>();
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    const query = decode(message);
    const [question] = query.questions ?? [];
    if (!question) return;
    const values = question.type === "TXT" ? records.get(question.name.toLowerCase()) : undefined;
    const answer = encode({
      type: "response",
      id: query.id,
      // Recursion is desired and available; 3: the name does not exist.
      flags: 0x0180 | (values ? 0 : 3),
      questions: [question],
      answers: (values ?? []).map((data) => ({ type: "TXT" as const, name: question.name, ttl: 1, data })),
    });
    socket.send(answer, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(port, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, values) => void records.set(name.toLowerCase(), values),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
