/** The sandbox in a process whose event loop is its own. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { closeSandbox, runCode } from "@/lib/server/engine/sandbox/sandbox";
import type { CodeLanguage } from "@/lib/server/engine/sandbox/shared/job";
import { serve, type Work } from "../child";

interface Job {
  language: CodeLanguage;
  code: string;
  /** So many calls of each team: in sequence with a pause, or simultaneously. */
  teams: string[];
  calls: number;
  pauseMs?: number;
  atOnce?: boolean;
  timeoutMs?: number;
}

export interface Ran {
  team: string;
  /** From asking to the answer, waiting for its turn included. */
  ms: number;
  /** Of the code itself. */
  ownMs: number;
  ok: boolean;
}

/** `idle`: nothing for two seconds, as what else the machine does makes every process late. */
export type ToolCodeWork = Work<Job | "idle" | "close", { ran: Ran[]; lagMs: number }>;

const resolution = 5;
const signal = new AbortController().signal;

async function one({ language, code, timeoutMs = 10_000 }: Job, teamId: string): Promise<Ran> {
  const started = performance.now();
  const given = { teamId, language, code, args: { n: 20_000 }, env: {}, allowedHosts: [], timeoutMs, signal };
  const outcome = await runCode(given);
  return { team: teamId, ms: performance.now() - started, ownMs: outcome.durationMs, ok: outcome.ok };
}

async function measured(job: Job): Promise<Ran[]> {
  const order: Ran[] = [];
  const all = job.teams.flatMap((team) => Array<string>(job.calls).fill(team));
  if (job.atOnce) await Promise.all(all.map(async (team) => order.push(await one(job, team))));
  else
    for (const team of all) {
      order.push(await one(job, team));
      await sleep(job.pauseMs ?? 0);
    }
  return order;
}

serve<ToolCodeWork>(async (job) => {
  if (job === "close") {
    closeSandbox();
    return { ran: [], lagMs: 0 };
  }
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  const ran = job === "idle" ? await sleep(2_000, []) : await measured(job);
  delays.disable();
  return { ran, lagMs: delays.percentile(99) / 1e6 - resolution };
});
