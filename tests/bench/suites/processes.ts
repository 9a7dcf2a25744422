import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { callJson, newConversations } from "../people";
import { removeFolder, startServer, throwAwayFolder } from "../place";
import type { Conversation } from "../processes/muster-reader";
import { openProgress, type Progress } from "../progress";
import type { Row } from "../report";
import { withDatabase } from "../seed";
import { median, quantile } from "../stats";
import { cpuOf } from "../usage";

const runs = 400;
const rounds = 3;
const counts = [1, 2, 4];
const model = "demo-chat:ttft=0,tps=10000,words=60";
const slowModel = "demo-chat:ttft=100,tps=40,words=300";
/** With fewer cores the servers, their database and whoever asks them share what one server alone could have. */
const coresForTwo = 6;

interface Measured {
  runsPerSecond: number;
  /** CPU time of everything that took part. */
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

/** Of rounds that alternate, so that the machine's other load affects all. */
const middle = (measured: Measured[]): Measured => ({
  runsPerSecond: median(measured.map(({ runsPerSecond }) => runsPerSecond)),
  cpuPerRun: median(measured.map(({ cpuPerRun }) => cpuPerRun)),
});

/** The rows of a number of servers, compared with one. */
function toRows(count: number, one: Measured, several: Measured): Row[] {
  const cores = availableParallelism();
  const most = cores / several.cpuPerRun / one.runsPerSecond;
  return [
    {
      name: `runs per second, ${count} servers`,
      figure: several.runsPerSecond,
      unit: "runs/s",
      baseline: { name: "one server", figure: one.runsPerSecond },
      ...(count === 2 && cores >= coresForTwo ? { bound: { of: "ratio", value: 1.8, atLeast: true } as const } : {}),
      note: `median of ${rounds}; ${cores} cores, database and load included: fully used, they allow ${most.toFixed(2)} ×`,
    },
    {
      name: `CPU time per run, ${count} servers`,
      figure: several.cpuPerRun * 1_000,
      unit: "ms",
      baseline: { name: "one server", figure: one.cpuPerRun * 1_000 },
      note: "servers, database and load",
    },
  ];
}

/** How much later a reader had each length than the other one, in ms. */
function toDelays(progress: Progress, other: Progress): number[] {
  const others = [...other];
  return [...progress].flatMap(([length, at]) => {
    const shown = others.find(([known]) => known >= length);
    return shown ? [Math.max(0, at - shown[1])] : [];
  });
}

/** How much later text arrives on the server that does not execute the run, whichever that is. */
async function measureRemoteText(urls: readonly string[]): Promise<Row> {
  const [talk] = await newConversations(urls[0] ?? "", slowModel, 1);
  if (!talk) throw new Error("No conversation was created.");
  const readers = await Promise.all(urls.slice(0, 2).map((url) => openProgress(talk, url)));
  await callJson(talk, `/${talk.slug}/forms/session/${talk.sessionId}/start`, { message: "Hello" });
  const [one = new Map(), two = new Map()] = await Promise.all(readers.map(({ ended }) => ended));
  for (const { close } of readers) close();
  const both = [toDelays(one, two), toDelays(two, one)];
  const delays = median(both[0] ?? []) > median(both[1] ?? []) ? both[0] : both[1];
  return {
    name: "text on another server, p95",
    figure: quantile(delays ?? [], 0.95),
    unit: "ms",
    bound: { of: "figure", value: 100 },
    note: `later than on the run's server; median ${median(delays ?? []).toFixed(0)} ms of ${delays?.length} pieces`,
  };
}

/** Runs per second of one server, and of two and four with one data folder, in alternation. */
export async function processes(): Promise<Row[]> {
  const dataDir = throwAwayFolder();
  const servers = [await startServer({ dataDir })];
  try {
    while (servers.length < Math.max(...counts)) servers.push(await startServer({ dataDir }));
    const urls = servers.map(({ url }) => url);
    const [first = ""] = urls;
    const pids = servers.map(({ child }) => child.pid ?? 0);
    const found = new Map(counts.map((count): [number, Measured[]] => [count, []]));
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round += 1)
      for (const [count, list] of found) {
        const measured = await measure(dataDir, pids, urls.slice(0, count), await newConversations(first, model, runs));
        if (round > 0) list.push(measured);
      }
    const [one, ...others] = [...found].map(([count, list]) => ({ count, measured: middle(list) }));
    const rows = others.flatMap(({ count, measured }) => (one ? toRows(count, one.measured, measured) : []));
    return [...rows, await measureRemoteText(urls)];
  } finally {
    for (const { stop } of servers) await stop();
    removeFolder(dataDir);
  }
}
