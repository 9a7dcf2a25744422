import { withBareApp } from "../bare-app";
import { withCounters } from "../database-counters";
import type { SuiteOptions } from "../options";
import { withServer } from "../place";
import type { Row } from "../report";
import { median } from "../stats";
import { type MusterSummary, Readers, type StreamCase } from "../stream-case";
import { measureRound, type Round, rested, type Ways } from "../stream-round";
import { rowsOf } from "../stream-rows";
import { tokensFor } from "../tokens";

const shortest = 25_000;
const longest = 200_000;
const lengths = [shortest, 50_000, 100_000, longest];
/** What a thousand characters of the longest answer may cost, as a multiple of what they cost in the shortest. */
const maxGrowth = 1.3;

const shown = (characters: number): string => characters.toLocaleString("en-GB");

type Counted = Ways & { countWal: () => Promise<number> };

const answers = (streams: number, characters: number, tps: number): StreamCase => ({
  streams,
  overMs: 0,
  ttft: 100,
  tokens: tokensFor(characters),
  tps,
});

/** The cost of answers of one length, compared with the other ways of reading them. */
async function rowsFor(ways: Counted, count: number, streams: number, characters: number, tps: number): Promise<Row[]> {
  const rounds: Round[] = [];
  for (let i = 0; i < count; i += 1)
    rounds.push(await measureRound(ways, answers(streams, characters, tps), ways.countWal));
  const name = `${streams === 1 ? "1 answer" : `${streams} simultaneous answers`} of ${shown(characters)} characters`;
  const wal = median(rounds.map(({ muster }) => muster.wal)) / streams;
  return [
    ...rowsOf(name, streams, rounds, {}),
    {
      name: `${name}: write-ahead log per answer`,
      figure: wal / 1_000,
      unit: "kB",
      note: `${(wal / characters).toFixed(2)} bytes per character`,
    },
  ];
}

/**
 * Whether a thousand characters cost the same in a short and a long answer. At least three times: after a checkpoint
 * PostgreSQL logs whole pages, which has nothing to do with the answer.
 */
async function growth({ readers, server, countWal }: Counted, asked: number): Promise<Row[]> {
  const rounds = Math.max(3, asked);
  const taken = new Map<number, MusterSummary[]>(lengths.map((length) => [length, []]));
  for (let i = 0; i < rounds; i += 1)
    for (const [length, summaries] of taken)
      summaries.push(await rested(readers.muster(server, answers(1, length, 2_000), countWal)));
  const row = (what: string, unit: string, pick: (summary: MusterSummary) => number): Row => {
    const each = [...taken].map(([length, summaries]) => (median(summaries.map(pick)) / length) * 1_000);
    return {
      name: `${what} per 1,000 characters, answers of ${shown(longest)}`,
      figure: each.at(-1) ?? 0,
      unit,
      baseline: { name: `answers of ${shown(shortest)}`, figure: each[0] ?? 0 },
      bound: { of: "ratio", value: maxGrowth },
      note: `of ${lengths.map(shown).join("; ")} characters: ${each.map((one) => one.toFixed(2)).join(", ")}`,
    };
  };
  return [row("write-ahead log", "kB", ({ wal }) => wal / 1_000), row("CPU time", "ms", ({ cpu }) => cpu * 1_000)];
}

/** The cost of long answers compared with the bare provider package and the bare route, and how it grows. */
export async function long({ rounds }: SuiteOptions): Promise<Row[]> {
  const readers = await Readers.start();
  const variables = { OPENAI_BASE_URL: readers.baseUrl };
  try {
    return await withBareApp(variables, (bare) =>
      withServer(variables, (server, dataDir) =>
        withCounters(dataDir, async ({ walBytes }) => {
          const ways = { readers, bare, server, countWal: walBytes };
          await measureRound(ways, answers(5, 10_000, 500));
          return [
            ...(await rowsFor(ways, rounds, 1, longest, 2_000)),
            ...(await rowsFor(ways, rounds, 50, 20_000, 40)),
            ...(await growth(ways, rounds)),
          ];
        }),
      ),
    );
  } finally {
    await readers.end();
  }
}
