import { expect } from "vitest";
import type { WatchedServer } from "./watched-server";

/** No work of one request, document, answer or result keeps the event loop from a turn for longer. */
export const maxBlockMs = 200;

/** Cases between two reports while all goes well. */
const batch = 25;

export interface LoopCase {
  title: string;
  run: () => Promise<unknown>;
}

/** Of all cases of a file, for its summary. */
const total = { cases: 0, worstMs: 0, worst: "" };

function note(ms: number, title: string): void {
  if (ms > total.worstMs) Object.assign(total, { worstMs: Math.round(ms), worst: title });
}

/** Prints what was measured, where the long suites find it. */
export function printFigures(name: string): void {
  console.log(`FIGURES ${JSON.stringify({ [name]: total })}`);
}

interface Block {
  ms: number;
  stuckAt?: string;
}

const isTooLong = ({ ms, stuckAt }: Block): boolean => ms > maxBlockMs || stuckAt !== undefined;

async function blockOf(server: WatchedServer, cases: LoopCase[], failed: string[] = []): Promise<Block> {
  for (const { title, run } of cases)
    await run().catch((error: unknown) => failed.push(`${title}: ${error instanceof Error ? error.message : error}`));
  const { cpuMs, stuckAt } = await server.report();
  return { ms: cpuMs, stuckAt };
}

/** A case that blocked among others is tried alone, and is a fault only when it blocks twice more. */
async function faultsOf(server: WatchedServer, one: LoopCase): Promise<string[]> {
  const first = await blockOf(server, [one]);
  if (first.stuckAt) return [`${one.title}: busy for ever in ${first.stuckAt}`];
  if (!isTooLong(first)) {
    note(first.ms, one.title);
    return [];
  }
  const where = await server.profiled(one.run);
  const { cpuMs } = await server.report();
  note(cpuMs, one.title);
  if (cpuMs <= maxBlockMs) return [];
  return [`${one.title}: ${Math.round(first.ms)} ms, ${Math.round(cpuMs)} ms: ${where}`];
}

/** Runs cases one after another and holds each to the limit. */
export async function hold(server: WatchedServer, cases: LoopCase[]): Promise<void> {
  const faults: string[] = [];
  let told = 0;
  total.cases += cases.length;
  await server.report();
  for (let at = 0; at < cases.length; at += batch) {
    const some = cases.slice(at, at + batch);
    const block = await blockOf(server, some, faults);
    if (!isTooLong(block)) note(block.ms, [...new Set([some[0]?.title, some.at(-1)?.title])].join(" … "));
    else for (const one of some) faults.push(...(await faultsOf(server, one)));
    // A long suite may be ended before its test is.
    for (; told < faults.length; told += 1) console.log(faults[told]);
  }
  expect(faults).toEqual([]);
}
