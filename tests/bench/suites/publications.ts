import type { MusterProcess } from "../../support/muster-process";
import type { SuiteOptions } from "../options";
import { newPublicationCalls } from "../people";
import { withServer } from "../place";
import type { Row } from "../report";
import { median, quantile } from "../stats";
import { modelOf, Readers, type StreamCase, type Summary } from "../stream-case";
import { rested } from "../stream-round";

const warm: StreamCase = { streams: 50, overMs: 0, ttft: 10, tokens: 20 };
const one: StreamCase = { streams: 1, overMs: 0, ttft: 100, tokens: 3 };
const many: StreamCase = { streams: 300, overMs: 0, ttft: 300, tokens: 100 };
const repeats = 30;
const warmups = 5;

interface Pair {
  console: Summary;
  api: Summary;
}

/** Reads the same streams through the console's socket and through `/v1`, which of them first in turns. */
async function measure(readers: Readers, server: MusterProcess, what: StreamCase, rounds: number): Promise<Pair[]> {
  const calls = await newPublicationCalls(server.url, modelOf(what), what.streams);
  const settled = what.streams > 1 ? rested : <T>(work: Promise<T>) => work;
  const ways = {
    console: () => settled(readers.muster(server, what)),
    api: () => settled(readers.published(server, calls, what)),
  };
  const pairs: Pair[] = [];
  for (let i = 0; i < rounds; i += 1) {
    const first = i % 2 === 0 ? await ways.console() : undefined;
    const api = await ways.api();
    pairs.push({ api, console: first ?? (await ways.console()) });
  }
  return pairs;
}

/** What calling a published app through `/v1` costs, compared with the console's own path. */
export async function publications({ rounds }: SuiteOptions): Promise<Row[]> {
  const readers = await Readers.start();
  try {
    return await withServer({ OPENAI_BASE_URL: readers.baseUrl }, async (server) => {
      await measure(readers, server, warm, 3);
      const single = (await measure(readers, server, one, repeats + warmups)).slice(warmups);
      const together = await measure(readers, server, many, rounds);
      return [...singleRows(single), ...manyRows(together), errorRow([...single, ...together])];
    });
  } finally {
    await readers.end();
  }
}

function singleRows(pairs: Pair[]): Row[] {
  const [ours, own] = [pairs.map(({ api }) => api.firstP50), pairs.map(({ console }) => console.firstP50)];
  const row = (at: number, name: string): Row => ({
    name: `1 stream: time that /v1 adds to the first token, ${name}`,
    figure: quantile(ours, at) - quantile(own, at),
    unit: "ms",
    bound: at === 0.5 ? { of: "figure", value: 5 } : undefined,
    note: `/v1 ${quantile(ours, at).toFixed(1)} ms, console ${quantile(own, at).toFixed(1)} ms, ${pairs.length} times`,
  });
  return [row(0.5, "p50"), row(0.95, "p95")];
}

function manyRows(pairs: Pair[]): Row[] {
  const name = (what: string) => `${many.streams} simultaneous through /v1: ${what}`;
  const row = (what: string, unit: string, pick: (summary: Summary) => number): Row => ({
    name: name(what),
    figure: median(pairs.map(({ api }) => pick(api))),
    unit,
    baseline: { name: "console", figure: median(pairs.map(({ console }) => pick(console))) },
    ratio: median(pairs.map(({ api, console }) => pick(api) / pick(console))),
  });
  const none = (what: string, pick: (summary: Summary) => number): Row => ({
    name: name(what),
    figure: pairs.reduce((sum, { api, console }) => sum + pick(api) + pick(console), 0),
    unit: "",
    bound: { of: "figure", value: 0 },
  });
  return [
    { ...row("first token p95", "ms", ({ firstP95 }) => firstP95), bound: { of: "ratio", value: 2 } },
    row("token lag p95", "ms", ({ lagP95 }) => lagP95),
    none("tokens lost", ({ lost }) => lost),
    none("duplicate tokens", ({ repeated }) => repeated),
    row("memory", "MB", ({ memory }) => memory),
    { ...row("CPU time per answer", "ms", ({ cpu }) => (cpu * 1_000) / many.streams), guarded: true },
  ];
}

function errorRow(pairs: Pair[]): Row {
  const errors = pairs.flatMap(({ api, console }) => [...api.errors, ...console.errors]);
  return {
    name: "errors",
    figure: errors.length,
    unit: "",
    bound: { of: "figure", value: 0 },
    note: errors[0]?.slice(0, 200),
  };
}
