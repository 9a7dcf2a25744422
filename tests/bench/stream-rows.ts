import type { Row } from "./report";
import { median } from "./stats";
import type { MusterSummary, Summary } from "./stream-case";
import type { Round } from "./stream-round";

export interface StreamBounds {
  /** The most that the first token's p95 may be of the bare provider package's. */
  first?: number;
  /** The most that CPU time may be of the bare route's. */
  cpu?: number;
  memory?: number;
  lag?: number;
}

const baselines = { provider: "provider package in bare Node", route: "bare Next route", flowise: "Flowise" };

const atMost = (of: "figure" | "ratio", value: number | undefined): Row["bound"] =>
  value === undefined ? undefined : { of, value };

const noneOf = (name: string, figure: number, note?: string): Row => ({
  name,
  figure,
  unit: "",
  bound: { of: "figure", value: 0 },
  note,
});

/** Medians of the rounds, and of their ratios: a moment that is slow for all ways does not count against one. */
function compared(
  way: keyof typeof baselines,
  name: string,
  unit: string,
  rounds: Round[],
  pick: (summary: Summary) => number,
): Row {
  const pairs = rounds.flatMap((round) => {
    const other = round[way];
    return other ? [{ ours: pick(round.muster), theirs: pick(other) }] : [];
  });
  return {
    name,
    figure: median(pairs.map(({ ours }) => ours)),
    unit,
    baseline: { name: baselines[way], figure: median(pairs.map(({ theirs }) => theirs)) },
    ratio: median(pairs.map(({ ours, theirs }) => ours / theirs)),
  };
}

/** The rows of a case with many streams. Tokens lost or repeated and errors are the sums of all rounds. */
export function rowsOf(name: string, streams: number, rounds: Round[], bounds: StreamBounds): Row[] {
  const of = (pick: (round: Round) => number) => Math.round(median(rounds.map(pick)));
  const most = (pick: (round: Round) => number) => Math.max(...rounds.map(pick));
  const sum = (pick: (muster: MusterSummary) => number) => rounds.reduce((all, { muster }) => all + pick(muster), 0);
  const errors = rounds.flatMap(({ model, provider, route, muster }) => [
    ...muster.errors,
    ...[model, provider, route].flatMap((way) => way.errors.map((error) => `baseline: ${error}`)),
  ]);
  const firstP95 = ({ firstP95 }: Summary) => firstP95;
  const cpuMs = ({ cpu }: Summary) => (cpu * 1_000) / streams;
  const [memory, memoryOfRoute] = [most(({ muster }) => muster.memory), most(({ route }) => route.memory)];
  const aGigabyte = (megabytes: number) => (streams / megabytes) * 1_024;
  const each = rounds.map((round) => `${Math.round(round.muster.firstP95)}/${Math.round(round.provider.firstP95)}`);
  return [
    {
      ...compared("provider", `${name}: first token p95`, "ms", rounds, firstP95),
      bound: atMost("ratio", bounds.first),
      guarded: true,
      note: `each round: ${each.join(", ")}; p50 ${of(({ muster }) => muster.firstP50)}, stand-in ${of(({ model }) => model.firstP95)}`,
    },
    compared("route", `${name}: first token p95 compared with the bare route`, "ms", rounds, firstP95),
    compared("provider", `${name}: token lag p50`, "ms", rounds, ({ lagP50 }) => lagP50),
    {
      ...compared("provider", `${name}: token lag p95`, "ms", rounds, ({ lagP95 }) => lagP95),
      bound: atMost("figure", bounds.lag),
    },
    noneOf(
      `${name}: tokens lost`,
      sum(({ lost }) => lost),
    ),
    noneOf(
      `${name}: duplicate tokens and gaps`,
      sum(({ repeated, gaps }) => repeated + gaps),
    ),
    noneOf(`${name}: errors`, errors.length, errors[0]?.slice(0, 200)),
    {
      name: `${name}: memory`,
      figure: memory,
      unit: "MB",
      baseline: { name: baselines.route, figure: memoryOfRoute },
      bound: atMost("figure", bounds.memory),
      note: "PSS of the server's processes, database included, maximum of all rounds",
    },
    {
      name: `${name}: live streams per GB`,
      figure: aGigabyte(memory),
      unit: "",
      baseline: { name: baselines.route, figure: aGigabyte(memoryOfRoute) },
      note: "streams divided by that memory, including the idle server's",
    },
    {
      ...compared("route", `${name}: CPU time per answer`, "ms", rounds, cpuMs),
      bound: atMost("ratio", bounds.cpu),
      guarded: true,
      note: `database included; start accepted p95 ${of(({ muster }) => muster.acceptedP95)} ms`,
    },
    compared("provider", `${name}: CPU time per answer compared with the provider package`, "ms", rounds, cpuMs),
  ];
}

/** Beside a Flowise that is measured in the same rounds; nothing without one. */
export function flowiseRows(name: string, streams: number, rounds: Round[], local: boolean): Row[] {
  const read = rounds.flatMap(({ flowise }) => flowise ?? []);
  if (read.length === 0) return [];
  const row = (what: string, unit: string, pick: (summary: Summary) => number): Row =>
    compared("flowise", `${name}: ${what} compared with Flowise`, unit, rounds, pick);
  const lost = read.reduce((all, one) => all + one.lost, 0);
  const errors = read.flatMap((one) => one.errors);
  const note = `Flowise lost ${lost} tokens, ${errors.length} errors ${errors[0] ?? ""}`.trim().slice(0, 200);
  return [
    row("first token p50", "ms", ({ firstP50 }) => firstP50),
    { ...row("first token p95", "ms", ({ firstP95 }) => firstP95), note },
    row("token lag p95", "ms", ({ lagP95 }) => lagP95),
    ...(local
      ? [
          row("CPU time per answer", "ms", ({ cpu }) => (cpu * 1_000) / streams),
          row("memory", "MB", ({ memory }) => memory),
        ]
      : []),
  ];
}
