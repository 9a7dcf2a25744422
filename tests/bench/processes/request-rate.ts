/** Asks for the same address over and over on a few connections. */
import { Agent, request } from "undici";
import { serve, type Work } from "../child";

export interface Rate {
  aSecond: number;
  /** Milliseconds each. */
  times: number[];
  /** Of one answer. */
  bytes: number;
}

export type RequestRate = Work<{ url: string; token?: string; connections: number; seconds: number }, Rate>;

serve<RequestRate>(async ({ url, token, connections, seconds }) => {
  const dispatcher = new Agent({ connections });
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const times: number[] = [];
  let bytes = 0;
  const ask = async () => {
    const started = performance.now();
    const answer = await request(url, { dispatcher, headers });
    bytes = (await answer.body.arrayBuffer()).byteLength;
    if (answer.statusCode !== 200) throw new Error(`${url} was answered with ${answer.statusCode}.`);
    times.push(performance.now() - started);
  };
  const started = performance.now();
  const until = started + seconds * 1_000;
  const worker = async () => {
    while (performance.now() < until) await ask();
  };
  try {
    await Promise.all(Array.from({ length: connections }, worker));
    return { aSecond: times.length / ((performance.now() - started) / 1_000), times, bytes };
  } finally {
    await dispatcher.close();
  }
});
