import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A helper of the benchmark in a process of its own, which answers one job after another. */
export interface Child<Job, Result> {
  pid: number;
  ask(job: Job): Promise<Result>;
  end(): Promise<void>;
}

/** What a helper's file exports as a type, so that both ends agree. */
export interface Work<Job, Result> {
  job: Job;
  result: Result;
}

type Reply<Result> = { result: Result } | { error: string };

export function startChild<W extends Work<unknown, unknown>>(
  file: string,
  { args = [], flags = [] }: { args?: string[]; flags?: string[] } = {},
): Child<W["job"], W["result"]> {
  const child: ChildProcess = fork(join(import.meta.dirname, "processes", file), args, {
    execArgv: [...flags, "--import", "tsx"],
    serialization: "advanced",
  });
  const ended = once(child, "exit");
  return {
    pid: child.pid ?? 0,
    async ask(job) {
      const answered = once(child, "message") as Promise<[Reply<W["result"]>]>;
      child.send(job as object);
      const gone = ended.then(() => {
        throw new Error(`${file} ended before it answered.`);
      });
      const [reply] = await Promise.race([answered, gone]);
      if ("error" in reply) throw new Error(`${file}: ${reply.error}`);
      return reply.result;
    },
    async end() {
      if (child.connected) child.disconnect();
      const late = setTimeout(() => child.kill("SIGKILL"), 3_000);
      await ended;
      clearTimeout(late);
    },
  };
}

/** The other end, called once in the helper's file. The process ends with its parent. */
export function serve<W extends Work<unknown, unknown>>(handle: (job: W["job"]) => Promise<W["result"]>): void {
  process.on("message", (job: W["job"]) => {
    handle(job).then(
      (result) => process.send?.({ result }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.on("disconnect", () => process.exit(0));
}
