import { Drafts, type ImportJob, ImportProblem, type ImportReply } from "./draft.ts";
import { readCsv } from "./read-csv.ts";
import { readJsonl } from "./read-jsonl.ts";
import { readPromptfoo } from "./read-promptfoo.ts";

const readers = { csv: readCsv, jsonl: readJsonl, promptfoo: readPromptfoo };

function reply({ format, text }: ImportJob): ImportReply {
  const drafts = new Drafts();
  try {
    readers[format](text, drafts);
    return drafts.finish();
  } catch (error) {
    return { problem: error instanceof ImportProblem ? error.message : "The file can't be read." };
  }
}

process.on("message", (job: ImportJob) => process.send?.(reply(job)));
process.on("disconnect", () => process.exit());
