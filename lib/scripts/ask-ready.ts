import { get } from "node:http";

export interface ReadyReply {
  status: number;
  text: string;
}

/** Queries a local server's readiness. Rejects when the complete reply takes longer than this many milliseconds. */
export function askReady(host: string, port: string, withinMs: number): Promise<ReadyReply> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(withinMs);
    const request = get({ host, port, path: "/readyz", agent: false, signal }, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      reply.once("end", () => resolve({ status: reply.statusCode ?? 0, text }));
      reply.once("error", reject);
    });
    request.once("error", reject);
  });
}
