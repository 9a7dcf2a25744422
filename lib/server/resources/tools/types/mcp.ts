import type { JSONSchema7 } from "@ai-sdk/provider";
import type { McpDefinition } from "@/lib/contract/tools/kinds/mcp";
import { mcpSecretFields } from "@/lib/contract/tools/kinds/mcp";
import { pluralize } from "@/lib/utils/text/pluralize";
import { outbound } from "../../../platform/outbound/instance";
import { pickSecretValues } from "./field-issues";
import type { CallContext, ToolImplementation } from "./kind";
import { measureCall } from "./timed";

/** A header's name can contain a dot. */
const secretPaths = (definition: McpDefinition) =>
  mcpSecretFields(definition).map((field) => ["headers", field.slice("headers.".length)]);

async function call(
  definition: McpDefinition,
  operation: string | null,
  args: object,
  { signal, teamId }: CallContext,
) {
  // Loaded on first use, as its package is large.
  const { callMcp } = await import("../kinds/mcp/call-mcp");
  return callMcp(definition, operation ?? "", args, pickSecretValues(definition, secretPaths(definition)), {
    fetchWith: outbound().fetchWith,
    signal,
    teamId,
    timeoutMs: definition.timeoutMs,
  });
}

const chosen = ({ tools, allowedTools }: McpDefinition) => tools.filter(({ name }) => allowedTools.includes(name));

export const mcp: ToolImplementation<McpDefinition> = {
  secretPaths,
  addresses: ({ url }) => [url],
  readers: ({ url, headers }) => [url, headers],
  summary(definition) {
    const { length } = chosen(definition);
    return `${pluralize(length, "function")} of ${URL.parse(definition.url)?.host ?? definition.url}`;
  },
  operations: (definition) =>
    chosen(definition).map(({ name, title, description, parameters, readOnly }) => ({
      operation: name,
      description: description || (title ?? name),
      parameters: parameters as JSONSchema7,
      requireApproval: definition.approvalTools.includes(name),
      repeatable: readOnly,
    })),
  stored: async (definition) => {
    const tools = chosen(definition);
    const kept = new Set(tools.map(({ name }) => name));
    return { ...definition, tools, approvalTools: definition.approvalTools.filter((name) => kept.has(name)) };
  },
  check: async (_db, _teamId, { tools, allowedTools }) => {
    const lost = allowedTools.find((name) => !tools.some((tool) => tool.name === name));
    if (allowedTools.length === 0) return [{ path: "allowedTools", message: "Choose at least one function." }];
    if (!lost) return { status: { state: "ready" } };
    return [{ path: "allowedTools", message: `The server doesn't offer ${lost}. Reload its functions.` }];
  },
  repeatable: false,
  call: (definition, _prepared, operation, args, context) =>
    measureCall(context.signal, () => call(definition, operation, args, context)),
};
