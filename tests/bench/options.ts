/** What a call of `npm run bench` asks for. */
export interface Options {
  /** All suites that are measured, in their order. */
  suites: string[];
  /** Appends the results to the history. */
  record: boolean;
  /** Five rounds instead of three, and a comparison with the history. */
  compare: boolean;
}

/** What a suite may be told. */
export interface SuiteOptions {
  rounds: number;
}

/** Throws a sentence for an argument that is no suite and no option. */
export function parseOptions(args: readonly string[], suites: readonly string[]): Options {
  const [flags, asked] = [args.filter((arg) => arg.startsWith("-")), args.filter((arg) => !arg.startsWith("-"))];
  const unknown = asked.filter((name) => !suites.includes(name));
  if (unknown.length > 0) throw new Error(`There is no suite ${unknown.join(", ")}. There are ${suites.join(", ")}.`);
  const wrong = flags.filter((flag) => flag !== "--record" && flag !== "--compare");
  if (wrong.length > 0) throw new Error(`There is no option ${wrong.join(", ")}. There are --record and --compare.`);
  return {
    suites: suites.filter((name) => asked.length === 0 || asked.includes(name)),
    record: flags.includes("--record"),
    compare: flags.includes("--compare"),
  };
}
