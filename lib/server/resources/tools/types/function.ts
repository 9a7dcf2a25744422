import type { JSONSchema7 } from "@ai-sdk/provider";
import type { Issue } from "@/lib/contract/base/error";
import type { FunctionDefinition } from "@/lib/contract/tools/kinds/function";
import type { ToolOutcome } from "@/lib/contract/tools/outputs";
import { checkCode, getSandboxState, runCode } from "../../../engine/sandbox/sandbox";
import { findParametersProblem } from "../../../platform/json-schema/schema-problem";
import type { CheckResult, ToolImplementation } from "./kind";

const languages = { javascript: "JavaScript", python: "Python" } as const;

async function findCodeIssues({ language, code }: FunctionDefinition, teamId: string): Promise<Issue[]> {
  const problems = await checkCode(language, code, teamId);
  return problems.slice(0, 10).map(({ message, line }) => ({
    path: "code",
    message: line === undefined ? message : `Line ${line}: ${message}`,
  }));
}

export const functionKind: ToolImplementation<FunctionDefinition> = {
  secretPaths: ({ environmentVariables }) =>
    Object.keys(environmentVariables).map((name) => ["environmentVariables", name]),
  addresses: ({ allowedHosts }) => allowedHosts,
  readers: ({ timeoutMs: _time, ...read }) => read,
  summary: ({ language }) => languages[language],
  operations: ({ parameters }, description) => [
    { operation: null, description, parameters: parameters as JSONSchema7 },
  ],
  async check(_db, teamId, definition): Promise<Issue[] | CheckResult> {
    const problem = findParametersProblem(definition.parameters);
    const issues: Issue[] = problem ? [{ path: "parameters", message: problem }] : [];
    const state = getSandboxState()[definition.language];
    if (!state.available) {
      if (issues.length > 0) return issues;
      const why = "reason" in state && state.reason ? state.reason : "The sandbox can't run.";
      const stateMessage = `${languages[definition.language]} tools aren't available on this server: ${why}`;
      return { status: { state: "error", stateMessage } };
    }
    issues.push(...(await findCodeIssues(definition, teamId)));
    return issues.length > 0 ? issues : { status: { state: "ready" } };
  },
  repeatable: false,
  async call(definition, _prepared, _operation, args, { teamId, signal }): Promise<ToolOutcome> {
    const { language, code, environmentVariables: env, allowedHosts, timeoutMs } = definition;
    const outcome = await runCode({ teamId, language, code, args, env, allowedHosts, timeoutMs, signal });
    signal.throwIfAborted();
    return outcome;
  },
};
