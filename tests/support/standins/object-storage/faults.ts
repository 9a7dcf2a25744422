import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { loopbackServer } from "../../loopback-server";

/** What happens to a request instead of, or before, being answered. */
export interface Fault {
  delayMs?: number;
  /** The answer's status, with this body. */
  refuse?: { status: number; type: string; body: string };
  /** The answer ends, or stalls, after as many bytes. */
  cutAt?: number;
  stallAt?: number;
}

export interface FaultyServer {
  url: string;
  /** Method and path of each request. */
  requests: string[];
  /** Decides on each request. */
  fail: (decide: (request: { method: string; path: string }) => Fault | undefined) => void;
  close: () => Promise<void>;
}

/**
 * Puts a server behind another one on loopback, which delays, refuses and cuts as told. Bodies are passed on when they are complete:
 * as in a real store, an upload that is broken off leaves nothing.
 */
export async function startFaultyServer(listener: RequestListener): Promise<FaultyServer> {
  const inner = await loopbackServer(listener);
  const requests: string[] = [];
  let decide: Parameters<FaultyServer["fail"]>[0] = () => undefined;

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = incoming;
    requests.push(`${method} ${path}`);
    const fault = decide({ method, path });
    const body = await buffer(incoming);
    if (fault?.delayMs) await sleep(fault.delayMs);
    if (fault?.refuse) {
      response.writeHead(fault.refuse.status, { "content-type": fault.refuse.type });
      response.end(fault.refuse.body);
      return;
    }
    const sent = request({ host: "127.0.0.1", port: inner.port, method, path, headers: { ...headers } });
    sent.on("error", () => response.destroy());
    sent.on("response", (answered) => void passOn(answered, response, fault));
    sent.end(body);
  }

  const front = await loopbackServer(
    (incoming, response) => void answer(incoming, response).catch(() => response.destroy()),
  );
  return {
    url: front.url,
    requests,
    fail: (chosen) => {
      decide = chosen;
    },
    close: async () => {
      await front.close();
      await inner.close();
    },
  };
}

async function passOn(answered: IncomingMessage, response: ServerResponse, fault: Fault | undefined): Promise<void> {
  response.writeHead(answered.statusCode ?? 500, answered.headers);
  const content = await buffer(answered);
  const end = fault?.cutAt ?? fault?.stallAt;
  if (end === undefined || content.length <= end) return void response.end(content);
  response.write(content.subarray(0, end), () => {
    if (fault?.cutAt !== undefined) response.destroy();
  });
}
