import { setTimeout as sleep } from "node:timers/promises";
import type { MusterProcess } from "../../support/muster-process";
import { withBareApp } from "../bare-app";
import { withCounters } from "../database-counters";
import { withServer } from "../place";
import type { Row } from "../report";
import { cpuOf, memoryOf } from "../usage";

/** Past the work that a server does once after a minute, and then hourly. */
const settleMs = 90_000;
const seconds = 60;

const usedBy = ({ child: { pid = 0 } }: MusterProcess) => ({ cpu: cpuOf(pid), memory: memoryOf([pid]) });

/** An unused server, after 90 seconds to settle, compared with a bare Next application that idles at the same time. */
export async function idle(): Promise<Row[]> {
  return withBareApp({}, (bare) =>
    withServer({}, (server, dataDir) =>
      withCounters(dataDir, async ({ transactions }) => {
        await sleep(settleMs);
        const before = { muster: usedBy(server), bare: usedBy(bare), transactions: await transactions() };
        await sleep(seconds * 1_000);
        const after = { muster: usedBy(server), bare: usedBy(bare), transactions: await transactions() };
        const cpu = (of: "muster" | "bare") => ((after[of].cpu - before[of].cpu) * 1_000) / seconds;
        const name = "bare Next application";
        return [
          {
            name: "memory",
            figure: after.muster.memory,
            unit: "MB",
            baseline: { name, figure: after.bare.memory },
            bound: { of: "figure", value: 220 },
            note: "PSS, database included",
          },
          {
            name: "CPU time per second",
            figure: cpu("muster"),
            unit: "ms",
            baseline: { name, figure: cpu("bare") },
            bound: { of: "figure", value: 3 },
            note: `database included, over ${seconds} s`,
          },
          {
            name: "transactions per second",
            figure: (after.transactions - before.transactions) / seconds,
            unit: "",
            bound: { of: "figure", value: 0.5 },
            note: "as PostgreSQL counts them in Muster's database",
          },
        ];
      }),
    ),
  );
}
