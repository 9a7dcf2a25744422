import { runCode } from "@/lib/server/engine/sandbox/sandbox";
import type { CodeJob, CodeLanguage, CodeOutcome } from "@/lib/server/engine/sandbox/shared/job";

type Given = Partial<Omit<CodeJob, "language" | "code">>;

/** Runs code as a tool of a team, with what a test does not name at its simplest. */
export const run = (language: CodeLanguage, code: string, given: Given = {}): Promise<CodeOutcome> =>
  runCode({
    teamId: "team_1",
    language,
    code,
    args: {},
    env: {},
    allowedHosts: [],
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    ...given,
  });

/** The body of a JavaScript tool. */
export const runBody = (body: string, given?: Given) =>
  run("javascript", `export default async (args, { env, fetch, log }) => { ${body} }`, given);

/** The body of a Python tool, each line of it one of a function. */
export const runLines = (lines: string, given?: Given) =>
  run("python", `def main(args, env):\n${lines.replace(/^/gm, "    ")}`, given);
