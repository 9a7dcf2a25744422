/** Options of a suite. */
export interface SuiteOptions {
  rounds: number;
  /** The cases of `streams` that are measured, if not all. */
  cases?: string[];
}

/** Options of `npm run bench`. */
export interface Options extends SuiteOptions {
  /** All suites that are measured, in their order. */
  suites: string[];
  /** Appends the results to the history: medians of five rounds. */
  record: boolean;
  /** Five rounds instead of three, and a comparison with the history. */
  compare: boolean;
}

export interface Known {
  suites: readonly string[];
  cases: readonly string[];
}

function requireKnown(what: string, asked: readonly string[], known: readonly string[]): void {
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown ${what}: ${unknown.join(", ")}. Available: ${known.join(", ")}.`);
}

/** Throws for unknown suites, options and cases, and for an invalid number of rounds. */
export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv, known: Known): Options {
  const [flags, asked] = [args.filter((arg) => arg.startsWith("-")), args.filter((arg) => !arg.startsWith("-"))];
  requireKnown("suite", asked, known.suites);
  requireKnown("option", flags, ["--record", "--compare"]);
  const [record, compare] = [flags.includes("--record"), flags.includes("--compare")];
  const rounds = env.BENCH_ROUNDS || (record || compare ? "5" : "3");
  if (!/^[1-9]\d*$/.test(rounds)) throw new Error(`BENCH_ROUNDS isn't a number of rounds: ${rounds}`);
  const cases = env.BENCH_STREAMS ? env.BENCH_STREAMS.split(",") : undefined;
  requireKnown("case of BENCH_STREAMS", cases ?? [], known.cases);
  return {
    suites: known.suites.filter((name) => asked.length === 0 || asked.includes(name)),
    rounds: Number(rounds),
    ...(cases && { cases }),
    record,
    compare,
  };
}
