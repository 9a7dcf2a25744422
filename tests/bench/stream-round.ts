import { setTimeout as sleep } from "node:timers/promises";
import type { MusterProcess } from "../support/muster-process";
import type { Flowise } from "./flowise";
import type { MusterSummary, Readers, StreamCase, Summary } from "./stream-case";

/** What reads the same streams one after another. */
export interface Ways {
  readers: Readers;
  bare: MusterProcess;
  server: MusterProcess;
  flowise?: Flowise;
}

/** Each way of reading a case's streams, once. */
export interface Round {
  model: Summary;
  provider: Summary;
  route: Summary;
  muster: MusterSummary;
  flowise?: Summary;
}

const restMs = 1_500;

/** Waits for the work, and then for the machine to settle. */
export async function rested<T>(work: Promise<T>): Promise<T> {
  const done = await work;
  await sleep(restMs);
  return done;
}

/** Each way once, with a moment of rest after it. */
export async function measureRound(
  { readers, bare, server, flowise }: Ways,
  what: StreamCase,
  countWal?: () => Promise<number>,
): Promise<Round> {
  return {
    model: await rested(readers.model(what)),
    provider: await rested(readers.provider(what)),
    route: await rested(readers.route(bare, what)),
    muster: await rested(readers.muster(server, what, countWal)),
    flowise: flowise && (await rested(flowise.read(what))),
  };
}
