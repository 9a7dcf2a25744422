import type { Wire } from "../hostile/inflated";
import { fetchOnce } from "./fetch-once";
import { type HostileService, hostileService } from "./hostile-service";

export interface Mirror extends HostileService {
  /** What was asked for, ids left out: `GET /v1/pages/#`. */
  asked: Set<string>;
  /** From now on this is what answers of one kind are made of; undefined: all are as the service made them. */
  change: (kind: string, make: ((answer: string) => Wire) | undefined) => void;
}

const kindOf = (method = "", url = ""): string =>
  `${method} ${decodeURIComponent(url.split("?")[0] ?? "").replace(/[0-9a-f]{8}[0-9a-f-]*|\d+/g, "#")}`;

const own = new Set(["content-length", "content-encoding", "transfer-encoding", "connection"]);

/** Stands in front of a service, and makes some of its answers hostile. */
export async function mirrorOf(service: string): Promise<Mirror> {
  const mirror = await hostileService();
  const asked = new Set<string>();
  let changed: { kind: string; make: (answer: string) => Wire } | undefined;
  mirror.reply(async (request, body, response) => {
    const kind = kindOf(request.method, request.url);
    asked.add(kind);
    const sent = Object.entries(request.headers).filter(([name]) => name !== "host" && !own.has(name));
    const answer = await fetchOnce(`${service}${request.url}`, {
      method: request.method ?? "GET",
      headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
      body: body || undefined,
      longestMs: 30_000,
    });
    const text = (await answer.text()).replaceAll(service, mirror.url);
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !own.has(name)));
    const wire = changed?.kind === kind ? changed.make(text) : { body: Buffer.from(text) };
    response.writeHead(answer.status, { ...headers, ...wire.headers }).end(wire.body);
  });
  return {
    ...mirror,
    asked,
    change: (kind, make) => {
      changed = make && { kind, make };
    },
  };
}
