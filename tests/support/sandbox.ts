import { afterAll } from "vitest";
import type { CodeJob, CodeLanguage, CodeOutcome } from "@/lib/server/sandbox/job";
import { closeSandbox, runCode } from "@/lib/server/sandbox/sandbox";

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
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    ...given,
  });

/** The body of a JavaScript tool. */
export const runBody = (body: string, given?: Given) =>
  run("javascript", `export default async (args, { env, fetch, log }) => { ${body} }`, given);

/** The body of a Python tool, each line of it one of a function. */
export const runLines = (lines: string, given?: Given) =>
  run("python", `def main(args, env):\n${lines.replace(/^/gm, "    ")}`, given);

/** What it gave; fails with its error where it failed. */
export async function resultOf(outcome: Promise<CodeOutcome>): Promise<unknown> {
  const found = await outcome;
  if (!found.ok) throw new Error(found.error);
  return found.result;
}

/** Its error; fails where there was none. */
export async function errorOf(outcome: Promise<CodeOutcome>): Promise<string> {
  const found = await outcome;
  if (found.ok) throw new Error(`It gave ${JSON.stringify(found.result)}`);
  return found.error;
}

/** Ends threads and processes when the file's tests are done. */
export const closeSandboxAtEnd = (): void => afterAll(closeSandbox);
