import { RE2JS, RE2JSException } from "re2js";
import type { PatternJob, PatternReply } from "./patterns.ts";

/** Instructions of a compiled pattern: more take too long on long answers. */
const maxInstructions = 5_000;

function reply({ pattern, text }: PatternJob): PatternReply {
  try {
    const compiled = RE2JS.compile(pattern);
    if (compiled.programSize() > maxInstructions) return { problem: "it is too large. Use smaller repetitions" };
    return { matches: text !== undefined && compiled.matcher(text).find() };
  } catch (error) {
    if (error instanceof RE2JSException) return { problem: error.message.replace("error parsing regexp: ", "") };
    return { problem: "it is nested too deeply" };
  }
}

process.on("message", (job: PatternJob) => process.send?.(reply(job)));
process.on("disconnect", () => process.exit());
