import { startChild } from "../child";
import type { Ran, ToolCodeWork } from "../processes/tool-code";
import type { Row } from "../report";
import { median, quantile } from "../stats";

const calls = 60;
/** About what a step of a model takes at the least: between two calls the next thread has become ready. */
const pauseMs = 150;
const javascript = `export default async ({ n }: { n: number }, { log }: { log: (text: string) => void }) => {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += i;
  log("added");
  return { sum };
};`;
const python = `def main(args, env):
    print("adding")
    return {"sum": sum(range(args["n"]))}`;
const loops = {
  javascript: "export default () => { for (;;); }",
  python: "def main(args, env):\n    while True: pass",
};

const overhead = (ran: Ran[]): number[] => ran.map(({ ms, ownMs }) => ms - ownMs);
const shown = (values: number[]): string => `p95 ${quantile(values, 0.95).toFixed(1)} ms`;

/** Where in the order of answers the last of a team stands. */
const lastOf = (ran: Ran[], team: string): number => ran.findLastIndex((each) => each.team === team) + 1;

/** The overhead of a tool's code, and the effect of code that exceeds its limits on others. */
export async function tools(): Promise<Row[]> {
  const child = startChild<ToolCodeWork>("tool-code.ts");
  try {
    const rows: Row[] = [];
    const bounds = { javascript: 20, python: 100 };
    for (const [language, code] of [
      ["javascript", javascript],
      ["python", python],
    ] as const) {
      const base = { language, code, teams: ["one"] };
      const [cold] = (await child.ask({ ...base, calls: 1 })).ran;
      await child.ask({ ...base, calls: 5, pauseMs });
      const paced = (await child.ask({ ...base, calls, pauseMs })).ran;
      const whole = paced.map(({ ms }) => ms);
      const flat = (await child.ask({ ...base, calls })).ran.map(({ ms }) => ms);
      const burst = await child.ask({ ...base, teams: ["many", "few"], calls: 25, atOnce: true });
      // Its process, where it has one, has started.
      await child.ask({ ...base, teams: ["late"], calls: 1 });
      const uneven = await child.ask({
        ...base,
        teams: [...Array<string>(49).fill("many"), "late"],
        calls: 1,
        atOnce: true,
      });
      const { lagMs: anyway } = await child.ask("idle");
      const bombs = await child.ask({
        ...base,
        code: loops[language],
        teams: ["a", "b"],
        calls: 4,
        atOnce: true,
        timeoutMs: 1_500,
      });
      rows.push(
        { name: `${language}: first call`, figure: cold?.ms ?? 0, unit: "ms", note: "includes loading the runtime" },
        {
          name: `${language}: minimal call, p50`,
          figure: median(whole),
          unit: "ms",
          bound: { of: "figure", value: bounds[language] },
          note: `${shown(whole)}; overhead p50 ${median(overhead(paced)).toFixed(1)} ms`,
        },
        {
          name: `${language}: consecutive calls without a pause, p50`,
          figure: median(flat),
          unit: "ms",
          note: shown(flat),
        },
        {
          name: `${language}: 50 simultaneous calls, time to the last result`,
          figure: Math.max(...burst.ran.map(({ ms }) => ms)),
          unit: "ms",
          note: `two teams of 25; event loop delay ${burst.lagMs.toFixed(1)} ms at p99`,
        },
        {
          name: `${language}: queue position of a run behind 49 of another team`,
          figure: lastOf(uneven.ran, "late"),
          unit: "",
          bound: { of: "figure", value: 16 },
        },
        {
          name: `${language}: event loop delay during endless loops, p99`,
          figure: Math.max(0, bombs.lagMs - anyway),
          unit: "ms",
          bound: { of: "figure", value: 50 },
          note: `${bombs.ran.filter(({ ok }) => !ok).length} of ${bombs.ran.length} ended at their timeout; delay before that ${anyway.toFixed(1)} ms`,
        },
      );
    }
    await child.ask("close");
    return rows;
  } finally {
    await child.end();
  }
}
