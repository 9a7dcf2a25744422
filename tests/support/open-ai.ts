import { afterAll, beforeAll } from "vitest";
import { startWorker, type WorkerOptions } from "@/lib/server/engine/runs/worker";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { testDatabase } from "./database";
import { startOpenAiStandin } from "./standins/open-ai";
import type { Standin } from "./standins/types";

/** A stand-in that models of OpenAI call from now on, until `end`. */
export async function replaceOpenAi() {
  const standin = await startOpenAiStandin();
  process.env.OPENAI_BASE_URL = standin.baseUrl;
  forgetEnv();
  const end = async (): Promise<void> => {
    await standin.close();
    delete process.env.OPENAI_BASE_URL;
    forgetEnv();
  };
  return { standin, end };
}

/** The same with the worker of this test process, which `end` stops. */
export async function workWithOpenAi(options?: Partial<WorkerOptions>) {
  const { standin, end } = await replaceOpenAi();
  const worker = startWorker((await testDatabase()).db, options);
  return { standin, end: () => worker.stop().then(end) };
}

/** The same for all tests of a file. */
export function openAiForAll(options?: Partial<WorkerOptions>): () => Standin {
  let started: Awaited<ReturnType<typeof workWithOpenAi>> | undefined;
  beforeAll(async () => {
    started = await workWithOpenAi(options);
  });
  afterAll(() => started?.end());
  return () => {
    if (!started) throw new Error("The stand-in has not started.");
    return started.standin;
  };
}
