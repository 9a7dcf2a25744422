import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { callJson, newConversations } from "../people";
import { removeFolder, startServer, throwAwayFolder } from "../place";
import type { Conversation } from "../processes/muster-reader";
import type { Row } from "../report";
import { withDatabase } from "../seed";
import { median } from "../stats";
import { cpuOf } from "../usage";

const runs = 400;
const rounds = 3;
const model = "demo-chat:ttft=0,tps=10000,words=60";
/** With fewer cores the servers, their database and whoever asks them share what one server alone could have. */
const coresForTwo = 6;

interface Measured {
  runsPerSecond: number;
  /** Processor time of everything that took part. */
  cpuPerRun: number;
}

/** Starts a run in each conversation, some at a time, on the servers in turn; until the last has ended. */
async function measure(dataDir: string, pids: number[], urls: string[], talks: Conversation[]): Promise<Measured> {
  const cpu = () =>
    pids.reduce((sum, pid) => sum + cpuOf(pid), 0) + process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
  return withDatabase(dataDir, async (pool) => {
    const ended = async () => {
      const { rows } = await pool.query<{ n: number }>("select count(*)::int n from runs where status = 'completed'");
      return rows[0]?.n ?? 0;
    };
    const [before, cpuBefore, started] = [await ended(), cpu(), performance.now()];
    const waiting = [...talks.entries()];
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [i, { token, slug, sessionId }] = next;
        const url = urls[i % urls.length] ?? "";
        await callJson({ url, token }, `/${slug}/forms/session/${sessionId}/start`, { message: "Hello" });
      }
    };
    await Promise.all(Array.from({ length: 24 }, work));
    while ((await ended()) < before + talks.length) await sleep(20);
    const seconds = (performance.now() - started) / 1_000;
    return { runsPerSecond: talks.length / seconds, cpuPerRun: (cpu() - cpuBefore) / talks.length };
  });
}

/** Of rounds that alternate, so that what else the machine does falls on both. */
const middle = (measured: Measured[]): Measured => ({
  runsPerSecond: median(measured.map(({ runsPerSecond }) => runsPerSecond)),
  cpuPerRun: median(measured.map(({ cpuPerRun }) => cpuPerRun)),
});

/** Runs a second of one server, and of two in one data folder, turn and turn about. */
export async function processes(): Promise<Row[]> {
  const dataDir = throwAwayFolder();
  const servers = [await startServer({ dataDir }), await startServer({ dataDir })];
  try {
    const [first] = servers;
    const urls = servers.map(({ url }) => url);
    const pids = servers.map(({ child }) => child.pid ?? 0);
    const talks = () => newConversations(first?.url ?? "", model, runs);
    const [alone, together]: Measured[][] = [[], []];
    // The first round warms both up.
    for (let round = 0; round <= rounds; round += 1) {
      const one = await measure(dataDir, pids, urls.slice(0, 1), await talks());
      const two = await measure(dataDir, pids, urls, await talks());
      if (round === 0) continue;
      alone?.push(one);
      together?.push(two);
    }
    const [one, two] = [middle(alone ?? []), middle(together ?? [])];
    const cores = availableParallelism();
    const most = cores / two.cpuPerRun / one.runsPerSecond;
    return [
      {
        name: "runs a second, two servers",
        figure: two.runsPerSecond,
        unit: "runs/s",
        baseline: { name: "one server", figure: one.runsPerSecond },
        ...(cores >= coresForTwo ? { bound: { of: "ratio", value: 1.8, atLeast: true } as const } : {}),
        note: `median of ${rounds}; ${cores} cores, database and load included: idle they would allow ${most.toFixed(2)} ×`,
      },
      {
        name: "processor time a run, two servers",
        figure: two.cpuPerRun * 1_000,
        unit: "ms",
        baseline: { name: "one server", figure: one.cpuPerRun * 1_000 },
        note: "servers, database and load",
      },
    ];
  } finally {
    for (const { stop } of servers) await stop();
    removeFolder(dataDir);
  }
}
