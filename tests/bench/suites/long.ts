import { setTimeout as sleep } from "node:timers/promises";
import type { MusterProcess } from "../../support/muster-process";
import { withBareApp } from "../bare-app";
import { type DatabaseCounters, withCounters } from "../database-counters";
import type { SuiteOptions } from "../options";
import { withServer } from "../place";
import type { Row } from "../report";
import { median } from "../stats";
import { type MusterSummary, Readers, type StreamCase, type Summary } from "../stream-case";
import { noneOf } from "../stream-rows";
import { tokensFor } from "../tokens";

const firstTokenMs = 100;
const restMs = 1_500;
const lengths = [25_000, 50_000, 100_000, 200_000];
/** What a thousand characters of the longest answer may cost, as a multiple of what they cost in the shortest. */
const maxGrowth = 1.3;

interface Ways {
  readers: Readers;
  bare: MusterProcess;
  server: MusterProcess;
  counters: DatabaseCounters;
}

interface Round {
  provider: Summary;
  route: Summary;
  muster: MusterSummary;
}

const answer = (characters: number, tps: number, streams = 1): StreamCase => ({
  streams,
  overMs: 0,
  ttft: firstTokenMs,
  tokens: tokensFor(characters),
  tps,
});

async function round({ readers, bare, server, counters }: Ways, what: StreamCase): Promise<Round> {
  const provider = await readers.provider(what);
  await sleep(restMs);
  const route = await readers.route(bare, what);
  await sleep(restMs);
  const muster = await readers.muster(server, what, counters.walBytes);
  await sleep(restMs);
  return { provider, route, muster };
}

function rowsOf(name: string, characters: number, streams: number, rounds: Round[]): Row[] {
  const of = (way: keyof Round, pick: (summary: Summary) => number) => median(rounds.map((one) => pick(one[way])));
  const wal = median(rounds.map(({ muster }) => muster.wal)) / streams;
  const sum = (pick: (muster: MusterSummary) => number) => rounds.reduce((all, { muster }) => all + pick(muster), 0);
  const errors = rounds.flatMap((one) => [one.muster, one.provider, one.route].flatMap((way) => way.errors));
  const besideBoth = (what: string, unit: string, pick: (summary: Summary) => number): Row => ({
    name: `${name}: ${what}`,
    figure: of("muster", pick),
    unit,
    baseline: { name: "bare Next route", figure: of("route", pick) },
    note: `provider package ${of("provider", pick).toFixed(1)} ${unit}`,
  });
  return [
    besideBoth("first token p95", "ms", ({ firstP95 }) => firstP95),
    besideBoth("token lag p50", "ms", ({ lagP50 }) => lagP50),
    besideBoth("token lag p95", "ms", ({ lagP95 }) => lagP95),
    besideBoth("memory", "MB", ({ memory }) => memory),
    besideBoth("processor time an answer", "ms", ({ cpu }) => (cpu * 1_000) / streams),
    {
      name: `${name}: write-ahead log an answer`,
      figure: wal / 1_000,
      unit: "kB",
      note: `${(wal / characters).toFixed(2)} bytes a character`,
    },
    noneOf(
      `${name}: tokens lost, repeated`,
      sum(({ lost, repeated, gaps }) => lost + repeated + gaps),
    ),
    noneOf(`${name}: errors`, errors.length, errors[0]?.slice(0, 200)),
  ];
}

/** Whether a thousand characters cost the same in a short and a long answer. */
async function growth({ readers, server, counters }: Ways, rounds: number): Promise<Row[]> {
  const taken = new Map<number, MusterSummary[]>(lengths.map((length) => [length, []]));
  for (let i = 0; i < rounds; i += 1)
    for (const [length, summaries] of taken) {
      summaries.push(await readers.muster(server, answer(length, 2_000), counters.walBytes));
      await sleep(restMs);
    }
  const row = (name: string, unit: string, pick: (summary: MusterSummary) => number): Row => {
    const each = [...taken].map(([length, summaries]) => (median(summaries.map(pick)) / length) * 1_000);
    return {
      name,
      figure: each.at(-1) ?? 0,
      unit,
      baseline: { name: "answers of 25,000", figure: each[0] ?? 0 },
      bound: { of: "ratio", value: maxGrowth },
      note: `of 25,000, 50,000, 100,000 and 200,000 characters: ${each.map((one) => one.toFixed(2)).join(", ")}`,
    };
  };
  return [
    row("write-ahead log per 1,000 characters, answers of 200,000", "kB", ({ wal }) => wal / 1_000),
    row("processor time per 1,000 characters, answers of 200,000", "ms", ({ cpu }) => cpu * 1_000),
  ];
}

/** Long answers: what they cost beside the bare provider package and the bare route, and how that grows. */
export async function long(options: SuiteOptions): Promise<Row[]> {
  const readers = await Readers.start();
  const variables = { OPENAI_BASE_URL: readers.baseUrl };
  try {
    return await withBareApp(variables, (bare) =>
      withServer(variables, (server, dataDir) =>
        withCounters(dataDir, async (counters) => {
          const ways = { readers, bare, server, counters };
          await round(ways, answer(10_000, 500, 5));
          const rows: Row[] = [];
          const many = async (name: string, characters: number, streams: number, tps: number) => {
            const rounds: Round[] = [];
            for (let i = 0; i < options.rounds; i += 1)
              rounds.push(await round(ways, answer(characters, tps, streams)));
            rows.push(...rowsOf(name, characters, streams, rounds));
          };
          await many("1 answer of 200,000 characters", 200_000, 1, 2_000);
          await many("50 at once of 20,000 characters", 20_000, 50, 40);
          rows.push(...(await growth(ways, options.rounds)));
          return rows;
        }),
      ),
    );
  } finally {
    await readers.end();
  }
}
