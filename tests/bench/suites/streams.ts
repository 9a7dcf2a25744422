import { withBareApp } from "../bare-app";
import { readFlowise, startFlowise } from "../flowise";
import type { SuiteOptions } from "../options";
import { withServer } from "../place";
import type { Row } from "../report";
import { median, quantile } from "../stats";
import { Readers } from "../stream-case";
import { measureRound, type Round, type Ways } from "../stream-round";
import { flowiseRows, rowsOf, type StreamBounds } from "../stream-rows";

interface ManyStreams {
  /** What `BENCH_STREAMS` calls it. */
  key: string;
  name: string;
  streams: number;
  overMs: number;
  bounds: StreamBounds;
}

const firstTokenMs = 300;

/** In this order: a server that has had more streams takes more memory afterwards. */
const manyStreams: ManyStreams[] = [
  { key: "50", name: "50 simultaneous", streams: 50, overMs: 0, bounds: { first: 1.4 } },
  { key: "300", name: "300 simultaneous", streams: 300, overMs: 0, bounds: { first: 2, lag: 150, memory: 450 } },
  { key: "300s", name: "300 over 5 s", streams: 300, overMs: 5_000, bounds: { first: 1.5, lag: 150, memory: 450 } },
  { key: "1000", name: "1,000 simultaneous", streams: 1_000, overMs: 0, bounds: { first: 4 } },
];

export const streamCases = ["1", ...manyStreams.map(({ key }) => key)];

const repeats = 30;

/** One stream after another: what Muster adds to a model that answers immediately. */
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
  const [model = [], provider = [], route = [], muster = [], otherProduct = []] = [0, 1, 2, 3, 4].map((way) =>
    taken.slice(5).map((times) => times[way] ?? 0),
  );
  const [own, ours] = [median(model), median(muster)];
  const row = (name: string, baseline: string, times: number[]): Row => ({
    name: `1 stream: first token p50${name}`,
    figure: ours,
    unit: "ms",
    baseline: { name: baseline, figure: median(times) },
  });
  return [
    {
      name: "1 stream: time added to the first token, p50",
      figure: ours - own,
      unit: "ms",
      bound: { of: "figure", value: 8 },
      note: `Muster ${ours.toFixed(1)} ms minus the stand-in's ${own.toFixed(1)} ms, ${repeats} times`,
    },
    {
      name: "1 stream: time added to the first token, p95",
      figure: quantile(muster, 0.95) - own,
      unit: "ms",
      bound: { of: "figure", value: 15 },
      note: "minus the stand-in's median",
    },
    row("", "provider package in bare Node", provider),
    row(" compared with the bare route", "bare Next route", route),
    ...(flowise ? [row(" compared with Flowise", "Flowise", otherProduct)] : []),
  ];
}

/** First token, lag, loss and memory of 1 to 1,000 streams at 20 tokens a second. */
export async function streams({ rounds, cases = streamCases }: SuiteOptions): Promise<Row[]> {
  const settings = readFlowise(process.env);
  const readers = await Readers.start();
  const flowise = settings && startFlowise(settings, readers.baseUrl);
  const variables = { OPENAI_BASE_URL: readers.baseUrl };
  try {
    return await withBareApp(variables, (bare) =>
      withServer(variables, async (server) => {
        const ways = { readers, bare, server, flowise };
        // Warm, as a server that has run for a minute is.
        for (let i = 0; i < 3; i += 1) await measureRound(ways, { streams: 50, overMs: 0, ttft: 10, tokens: 20 });
        const rows = cases.includes("1") ? await single(ways) : [];
        for (const { key, name, streams, overMs, bounds } of manyStreams) {
          if (!cases.includes(key)) continue;
          const measured: Round[] = [];
          for (let i = 0; i < rounds; i += 1)
            measured.push(await measureRound(ways, { streams, overMs, ttft: firstTokenMs, tokens: 100 }));
          rows.push(...rowsOf(name, streams, measured, { cpu: 1.2, ...bounds }));
          rows.push(...flowiseRows(name, streams, measured, flowise?.local ?? false));
        }
        return rows;
      }),
    );
  } finally {
    await flowise?.end();
    await readers.end();
  }
}
