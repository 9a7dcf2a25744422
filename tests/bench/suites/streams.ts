import { setTimeout as sleep } from "node:timers/promises";
import type { MusterProcess } from "../../support/muster-process";
import { withBareApp } from "../bare-app";
import { withServer } from "../place";
import type { Row } from "../report";
import { median, quantile } from "../stats";
import { type MusterSummary, Readers, type StreamCase, type Summary } from "../stream-case";

const firstTokenMs = 300;
const restMs = 1_500;

interface Round {
  model: Summary;
  provider: Summary;
  route: Summary;
  muster: MusterSummary;
}

/** Each way once, one after another, with a moment of rest between. */
async function round(readers: Readers, bare: MusterProcess, server: MusterProcess, what: StreamCase): Promise<Round> {
  const model = await readers.model(what);
  await sleep(restMs);
  const provider = await readers.provider(what);
  await sleep(restMs);
  const route = await readers.route(bare, what);
  await sleep(restMs);
  const muster = await readers.muster(server, what);
  await sleep(restMs);
  return { model, provider, route, muster };
}

const none = (name: string, figure: number, note?: string): Row => ({
  name,
  figure,
  unit: "",
  bound: { of: "figure", value: 0 },
  note,
});

/** The rows of a case with many streams: medians of the rounds. Lost, repeated and errors are the sums. */
function rowsOf(name: string, rounds: Round[], bounds: { ratio?: number; memory?: number; lag?: number }): Row[] {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  const sum = (pick: (muster: MusterSummary) => number) => rounds.reduce((all, { muster }) => all + pick(muster), 0);
  const errors = rounds.flatMap(({ muster }) => muster.errors);
  const others = rounds.flatMap(({ provider, route, model }) => [...provider.errors, ...route.errors, ...model.errors]);
  const ratio = median(rounds.map(({ muster, provider }) => muster.firstP95 / provider.firstP95));
  return [
    {
      name: `${name}: first token p95`,
      figure: ratio * of(({ provider }) => provider.firstP95),
      unit: "ms",
      baseline: { name: "provider package in bare Node", figure: of(({ provider }) => provider.firstP95) },
      bound: bounds.ratio ? { of: "ratio", value: bounds.ratio } : undefined,
      note: `each round: ${rounds.map(({ muster, provider }) => `${Math.round(muster.firstP95)}/${Math.round(provider.firstP95)}`).join(", ")}; p50 ${Math.round(of(({ muster }) => muster.firstP50))}, stand-in ${Math.round(of(({ model }) => model.firstP95))}`,
    },
    {
      name: `${name}: first token p95 beside the bare route`,
      figure: of(({ muster }) => muster.firstP95),
      unit: "ms",
      baseline: { name: "bare Next route", figure: of(({ route }) => route.firstP95) },
    },
    {
      name: `${name}: token lag p50`,
      figure: of(({ muster }) => muster.lagP50),
      unit: "ms",
      baseline: { name: "provider package", figure: of(({ provider }) => provider.lagP50) },
    },
    {
      name: `${name}: token lag p95`,
      figure: of(({ muster }) => muster.lagP95),
      unit: "ms",
      baseline: { name: "provider package", figure: of(({ provider }) => provider.lagP95) },
      bound: bounds.lag ? { of: "figure", value: bounds.lag } : undefined,
    },
    none(
      `${name}: tokens lost`,
      sum(({ lost }) => lost),
    ),
    none(
      `${name}: tokens repeated, gaps`,
      sum(({ repeated, gaps }) => repeated + gaps),
    ),
    none(
      `${name}: errors`,
      errors.length,
      [...errors, ...others.map((error) => `baseline: ${error}`)][0]?.slice(0, 200),
    ),
    {
      name: `${name}: memory`,
      figure: Math.max(...rounds.map(({ muster }) => muster.memory)),
      unit: "MB",
      bound: bounds.memory ? { of: "figure", value: bounds.memory } : undefined,
      note: "PSS of the server's processes, database included, the most of all rounds",
    },
    {
      name: `${name}: processor time`,
      figure: of(({ muster }) => muster.cpu),
      unit: "s",
      baseline: { name: "provider package", figure: of(({ provider }) => provider.cpu) },
      note: `bare route ${of(({ route }) => route.cpu).toFixed(1)} s; start accepted p95 ${Math.round(of(({ muster }) => muster.acceptedP95))} ms`,
    },
  ];
}

const repeats = 30;

/** One stream after another: what Muster adds to a model that answers at once. */
async function single(readers: Readers, bare: MusterProcess, server: MusterProcess): Promise<Row[]> {
  const what = { streams: 1, overMs: 0, ttft: 100, tokens: 3 };
  const taken: number[][] = [];
  for (let i = 0; i < repeats + 5; i += 1) {
    taken.push([
      (await readers.model(what)).firstP50,
      (await readers.provider(what)).firstP50,
      (await readers.route(bare, what)).firstP50,
      (await readers.muster(server, what)).firstP50,
    ]);
  }
  // The first few warm everything up.
  const [model = [], provider = [], route = [], muster = []] = [0, 1, 2, 3].map((way) =>
    taken.slice(5).map((times) => times[way] ?? 0),
  );
  const [own, ours] = [median(model), median(muster)];
  const baseline = { name: "provider package in bare Node", figure: median(provider) };
  return [
    {
      name: "1 stream: first token added p50",
      figure: ours - own,
      unit: "ms",
      bound: { of: "figure", value: 30 },
      note: `Muster ${ours.toFixed(1)} ms less the stand-in's ${own.toFixed(1)} ms, ${repeats} times; p95 added ${(quantile(muster, 0.95) - own).toFixed(1)}`,
    },
    { name: "1 stream: first token p50", figure: ours, unit: "ms", baseline },
    {
      name: "1 stream: first token p50 beside the bare route",
      figure: ours,
      unit: "ms",
      baseline: { name: "bare Next route", figure: median(route) },
    },
  ];
}

/** First token, lag, loss and memory of 1 to 1,000 streams at 20 tokens a second. */
export async function streams(): Promise<Row[]> {
  const only = process.env.BENCH_STREAMS?.split(",");
  const wanted = (name: string) => !only || only.includes(name);
  const count = Number(process.env.BENCH_ROUNDS ?? 3);
  const readers = await Readers.start();
  const variables = { OPENAI_BASE_URL: readers.baseUrl };
  try {
    return await withBareApp(variables, (bare) =>
      withServer(variables, async (server) => {
        const rows: Row[] = [];
        const many = async (name: string, streams: number, overMs: number, bounds: Parameters<typeof rowsOf>[2]) => {
          if (!wanted(`${streams}${overMs ? "s" : ""}`)) return;
          const what = { streams, overMs, ttft: firstTokenMs, tokens: 100 };
          const rounds: Round[] = [];
          for (let i = 0; i < (streams > 300 ? 1 : count); i += 1)
            rounds.push(await round(readers, bare, server, what));
          rows.push(...rowsOf(name, rounds, bounds));
        };
        // Warm, as a server that has run for a minute is.
        const warm = { streams: 20, overMs: 0, ttft: 10, tokens: 20 };
        for (const way of [
          () => readers.provider(warm),
          () => readers.route(bare, warm),
          () => readers.muster(server, warm),
        ])
          await way();
        if (wanted("1")) rows.push(...(await single(readers, bare, server)));
        await many("50 at once", 50, 0, {});
        await many("300 at once", 300, 0, { ratio: 2, lag: 150, memory: 550 });
        await many("300 over 5 s", 300, 5_000, { ratio: 1.5, lag: 150, memory: 550 });
        await many("1,000 at once", 1_000, 0, {});
        return rows;
      }),
    );
  } finally {
    await readers.end();
  }
}
