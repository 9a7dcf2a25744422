import { setTimeout as sleep } from "node:timers/promises";
import type { MusterProcess } from "../../support/muster-process";
import { withBareApp } from "../bare-app";
import { type Flowise, readFlowise, startFlowise } from "../flowise";
import type { SuiteOptions } from "../options";
import { withServer } from "../place";
import type { Row } from "../report";
import { median, quantile } from "../stats";
import { Readers, type StreamCase } from "../stream-case";
import { flowiseRows, type Round, rowsOf, type StreamBounds } from "../stream-rows";

const firstTokenMs = 300;
const restMs = 1_500;

interface Ways {
  readers: Readers;
  bare: MusterProcess;
  server: MusterProcess;
  flowise?: Flowise;
}

/** Each way once, one after another, with a moment of rest between. */
async function round({ readers, bare, server, flowise }: Ways, what: StreamCase): Promise<Round> {
  const model = await readers.model(what);
  await sleep(restMs);
  const provider = await readers.provider(what);
  await sleep(restMs);
  const route = await readers.route(bare, what);
  await sleep(restMs);
  const muster = await readers.muster(server, what);
  await sleep(restMs);
  if (!flowise) return { model, provider, route, muster };
  const beside = await flowise.read(what);
  await sleep(restMs);
  return { model, provider, route, muster, flowise: beside };
}

const repeats = 30;

/** One stream after another: what Muster adds to a model that answers at once. */
async function single({ readers, bare, server, flowise }: Ways): Promise<Row[]> {
  const what = { streams: 1, overMs: 0, ttft: 100, tokens: 3 };
  const taken: number[][] = [];
  for (let i = 0; i < repeats + 5; i += 1) {
    taken.push([
      (await readers.model(what)).firstP50,
      (await readers.provider(what)).firstP50,
      (await readers.route(bare, what)).firstP50,
      (await readers.muster(server, what)).firstP50,
      flowise ? (await flowise.read(what)).firstP50 : 0,
    ]);
  }
  // The first few warm everything up.
  const [model = [], provider = [], route = [], muster = [], beside = []] = [0, 1, 2, 3, 4].map((way) =>
    taken.slice(5).map((times) => times[way] ?? 0),
  );
  const [own, ours] = [median(model), median(muster)];
  const baseline = { name: "provider package in bare Node", figure: median(provider) };
  return [
    {
      name: "1 stream: first token added p50",
      figure: ours - own,
      unit: "ms",
      bound: { of: "figure", value: 8 },
      note: `Muster ${ours.toFixed(1)} ms less the stand-in's ${own.toFixed(1)} ms, ${repeats} times`,
    },
    {
      name: "1 stream: first token added p95",
      figure: quantile(muster, 0.95) - own,
      unit: "ms",
      bound: { of: "figure", value: 15 },
      note: "less the stand-in's median",
    },
    { name: "1 stream: first token p50", figure: ours, unit: "ms", baseline },
    {
      name: "1 stream: first token p50 beside the bare route",
      figure: ours,
      unit: "ms",
      baseline: { name: "bare Next route", figure: median(route) },
    },
    ...(flowise
      ? [
          {
            name: "1 stream: first token p50 beside Flowise",
            figure: ours,
            unit: "ms",
            baseline: { name: "Flowise", figure: median(beside) },
          },
        ]
      : []),
  ];
}

/** First token, lag, loss and memory of 1 to 1,000 streams at 20 tokens a second. */
export async function streams(options: SuiteOptions): Promise<Row[]> {
  const only = process.env.BENCH_STREAMS?.split(",");
  const wanted = (name: string) => !only || only.includes(name);
  const settings = readFlowise(process.env);
  const readers = await Readers.start();
  const flowise = settings && startFlowise(settings, readers.baseUrl);
  const variables = { OPENAI_BASE_URL: readers.baseUrl };
  try {
    return await withBareApp(variables, (bare) =>
      withServer(variables, async (server) => {
        const ways = { readers, bare, server, flowise };
        const rows: Row[] = [];
        const many = async (name: string, streams: number, overMs: number, bounds: StreamBounds) => {
          if (!wanted(`${streams}${overMs ? "s" : ""}`)) return;
          const what = { streams, overMs, ttft: firstTokenMs, tokens: 100 };
          const rounds: Round[] = [];
          for (let i = 0; i < options.rounds; i += 1) rounds.push(await round(ways, what));
          rows.push(...rowsOf(name, streams, rounds, { cpu: 1.2, ...bounds }));
          rows.push(...flowiseRows(name, streams, rounds, flowise?.local ?? false));
        };
        // Warm, as a server that has run for a minute is.
        const warm = { streams: 20, overMs: 0, ttft: 10, tokens: 20 };
        await readers.provider(warm);
        await readers.route(bare, warm);
        await readers.muster(server, warm);
        await flowise?.read(warm);
        if (wanted("1")) rows.push(...(await single(ways)));
        await many("50 at once", 50, 0, { first: 1.4 });
        await many("300 at once", 300, 0, { first: 2, lag: 150, memory: 450 });
        await many("300 over 5 s", 300, 5_000, { first: 1.5, lag: 150, memory: 450 });
        await many("1,000 at once", 1_000, 0, { first: 4 });
        return rows;
      }),
    );
  } finally {
    await flowise?.end();
    await readers.end();
  }
}
