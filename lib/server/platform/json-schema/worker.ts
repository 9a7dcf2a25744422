import { findMisfits } from "./check.ts";
import type { CheckJob, CheckReply } from "./protocol.ts";
import { TooManyStepsError } from "./work.ts";

function reply({ schema, value, maxSteps, maxMisfits }: CheckJob): CheckReply {
  try {
    return findMisfits(schema, value, { maxSteps, maxMisfits });
  } catch (error) {
    if (error instanceof TooManyStepsError) return null;
    throw error;
  }
}

process.on("message", (job: CheckJob) => process.send?.(reply(job)));
process.on("disconnect", () => process.exit());
