import type { ToolPart } from "@/lib/contract/transfers/file";
import { listSecrets, toSecretVariable } from "./read-tool";

/** The `.env.example` of a project: the given variables, and one for each secret of its tools. */
export function writeEnvironment(tools: readonly ToolPart[], variables: readonly string[]): string {
  const secrets = tools.flatMap((tool) => listSecrets(tool).map((name) => toSecretVariable(tool, name)));
  const names = [...new Set([...variables, ...secrets])];
  return `# Copy this file to .env and enter the values.\n${names.map((name) => `${name}=\n`).join("")}`;
}
