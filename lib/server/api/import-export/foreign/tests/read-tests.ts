import type { ParsedFile } from "../shared/foreign.ts";
import { readEvals, recognizesEvals } from "./evals.ts";
import { readPromptfoo, recognizesPromptfoo } from "./promptfoo.ts";
import { TestDrafts } from "./test-drafts.ts";

/** Whether a file holds tests of promptfoo or OpenAI Evals, by its content. */
export const recognizesTests = (file: ParsedFile): boolean => recognizesPromptfoo(file) || recognizesEvals(file);

/** Reads the tests beside an app, which has these variables. Nothing in them is run or fetched. */
export function readTests(files: readonly ParsedFile[], variables: ReadonlySet<string>): TestDrafts {
  const drafts = new TestDrafts();
  for (const file of files)
    if (recognizesPromptfoo(file)) readPromptfoo(file, variables, drafts);
    else readEvals(file, drafts);
  return drafts;
}
