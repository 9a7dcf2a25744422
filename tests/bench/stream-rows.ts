import type { Row } from "./report";
import { median } from "./stats";
import type { MusterSummary, Summary } from "./stream-case";

/** Each way of reading the same streams, once. */
export interface Round {
  model: Summary;
  provider: Summary;
  route: Summary;
  muster: MusterSummary;
  flowise?: Summary;
}

export interface StreamBounds {
  /** The most that the first token's p95 may be of the bare provider package's. */
  first?: number;
  /** The most that processor time may be of the bare route's. */
  cpu?: number;
  memory?: number;
  lag?: number;
}

const route = "bare Next route";
const provider = "provider package";

const atMost = (of: "figure" | "ratio", value: number | undefined): Row["bound"] =>
  value === undefined ? undefined : { of, value };

export const noneOf = (name: string, figure: number, note?: string): Row => ({
  name,
  figure,
  unit: "",
  bound: { of: "figure", value: 0 },
  note,
});

/** The rows of a case with many streams: medians of the rounds. Lost, repeated and errors are the sums. */
export function rowsOf(name: string, streams: number, rounds: Round[], bounds: StreamBounds): Row[] {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  const most = (pick: (round: Round) => number) => Math.max(...rounds.map(pick));
  const sum = (pick: (muster: MusterSummary) => number) => rounds.reduce((all, { muster }) => all + pick(muster), 0);
  const errors = rounds.flatMap(({ muster }) => muster.errors);
  const others = rounds.flatMap((round) => [
    ...round.provider.errors,
    ...round.route.errors,
    ...round.model.errors,
    ...(round.flowise?.errors ?? []),
  ]);
  const first = median(rounds.map((round) => round.muster.firstP95 / round.provider.firstP95));
  const cpu = median(rounds.map((round) => round.muster.cpu / round.route.cpu));
  const memory = most(({ muster }) => muster.memory);
  const msAnAnswer = (pick: (round: Round) => Summary) => (of((round) => pick(round).cpu) * 1_000) / streams;
  const aGigabyte = (megabytes: number) => (streams / megabytes) * 1_024;
  return [
    {
      name: `${name}: first token p95`,
      figure: first * of((round) => round.provider.firstP95),
      unit: "ms",
      baseline: { name: `${provider} in bare Node`, figure: of((round) => round.provider.firstP95) },
      bound: atMost("ratio", bounds.first),
      guarded: true,
      note: `each round: ${rounds.map((round) => `${Math.round(round.muster.firstP95)}/${Math.round(round.provider.firstP95)}`).join(", ")}; p50 ${Math.round(of(({ muster }) => muster.firstP50))}, stand-in ${Math.round(of(({ model }) => model.firstP95))}`,
    },
    {
      name: `${name}: first token p95 beside the bare route`,
      figure: of(({ muster }) => muster.firstP95),
      unit: "ms",
      baseline: { name: route, figure: of((round) => round.route.firstP95) },
    },
    {
      name: `${name}: token lag p50`,
      figure: of(({ muster }) => muster.lagP50),
      unit: "ms",
      baseline: { name: provider, figure: of((round) => round.provider.lagP50) },
    },
    {
      name: `${name}: token lag p95`,
      figure: of(({ muster }) => muster.lagP95),
      unit: "ms",
      baseline: { name: provider, figure: of((round) => round.provider.lagP95) },
      bound: atMost("figure", bounds.lag),
    },
    noneOf(
      `${name}: tokens lost`,
      sum(({ lost }) => lost),
    ),
    noneOf(
      `${name}: tokens repeated, gaps`,
      sum(({ repeated, gaps }) => repeated + gaps),
    ),
    noneOf(
      `${name}: errors`,
      errors.length,
      [...errors, ...others.map((error) => `baseline: ${error}`)][0]?.slice(0, 200),
    ),
    {
      name: `${name}: memory`,
      figure: memory,
      unit: "MB",
      baseline: { name: route, figure: most((round) => round.route.memory) },
      bound: atMost("figure", bounds.memory),
      note: "PSS of the server's processes, database included, the most of all rounds",
    },
    {
      name: `${name}: live streams per GB`,
      figure: aGigabyte(memory),
      unit: "",
      baseline: { name: route, figure: aGigabyte(most((round) => round.route.memory)) },
      note: "streams by that memory, the idle server's included",
    },
    {
      name: `${name}: processor time an answer`,
      figure: cpu * msAnAnswer((round) => round.route),
      unit: "ms",
      baseline: { name: route, figure: msAnAnswer((round) => round.route) },
      bound: atMost("ratio", bounds.cpu),
      guarded: true,
      note: `database included; provider package ${msAnAnswer((round) => round.provider).toFixed(1)} ms; start accepted p95 ${Math.round(of(({ muster }) => muster.acceptedP95))} ms`,
    },
  ];
}

/** Beside a Flowise that is measured in the same rounds; nothing without one. */
export function flowiseRows(name: string, streams: number, rounds: Round[], local: boolean): Row[] {
  const pairs = rounds.flatMap(({ muster, flowise }) => (flowise ? [{ muster, flowise }] : []));
  if (pairs.length === 0) return [];
  const row = (what: string, unit: string, pick: (summary: Summary) => number): Row => ({
    name: `${name}: ${what} beside Flowise`,
    figure: median(pairs.map(({ muster }) => pick(muster))),
    unit,
    baseline: { name: "Flowise", figure: median(pairs.map(({ flowise }) => pick(flowise))) },
  });
  const lost = pairs.reduce((all, { flowise }) => all + flowise.lost + flowise.errors.length, 0);
  return [
    row("first token p50", "ms", ({ firstP50 }) => firstP50),
    { ...row("first token p95", "ms", ({ firstP95 }) => firstP95), note: `Flowise lost ${lost} tokens or answers` },
    row("token lag p95", "ms", ({ lagP95 }) => lagP95),
    ...(local
      ? [
          row("processor time an answer", "ms", ({ cpu }) => (cpu * 1_000) / streams),
          row("memory", "MB", ({ memory }) => memory),
        ]
      : []),
  ];
}
