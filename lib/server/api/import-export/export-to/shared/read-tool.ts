import type { ToolPart } from "@/lib/contract/transfers/file";
import { findSecretPaths } from "../../../../resources/tools/part";
import { getLocalName } from "../../file/file-parts";
import { asList, asRecord, asText, type Json } from "../../foreign/shared/values";
import { createNumbering, toEnvironmentName, toSnakeCase } from "./names";

/** A function tool's code; undefined for other tools. */
export function readFunction({ type, definition }: ToolPart) {
  if (type !== "function") return undefined;
  const { language, code, environmentVariables } = definition;
  return {
    language: language === "python" ? ("python" as const) : ("javascript" as const),
    code: asText(code),
    variables: Object.keys(asRecord(environmentVariables)),
  };
}

/** The functions of an MCP server that need no approval, and its address; undefined for other tools. */
export function readMcp(tool: ToolPart) {
  if (tool.type !== "mcp") return undefined;
  const { url, headers, allowedTools, approvalTools, tools } = tool.definition;
  const withApproval = asList(approvalTools).map(asText);
  const all = asList(allowedTools).length > 0 ? asList(allowedTools) : asList(tools).map((one) => asRecord(one).name);
  const names = all.map(asText).filter(Boolean);
  return {
    url: asText(url),
    headers: Object.keys(asRecord(headers)),
    allowed: names.filter((name) => !withApproval.includes(name)),
    /** Whether a person approves some of its calls. */
    asks: tool.requireApproval || withApproval.length > 0,
  };
}

/** The id of a built-in tool; empty for other tools. */
export const readBuiltin = ({ type, definition }: ToolPart): string =>
  type === "builtin" ? asText(definition.builtin) : "";

/** The JSON Schema of a tool's arguments, as far as the file has it. */
export function readParameters({ type, definition }: ToolPart): Json {
  const schema = type === "function" || type === "http" ? asRecord(definition.parameters) : {};
  if (Object.keys(schema).length > 0) return schema;
  const query = { query: { type: "string" } };
  return { type: "object", properties: query, required: ["query"] };
}

/** The names by which models call tools, by their names in the file. */
export function nameFunctions(tools: readonly ToolPart[]): Map<string, string> {
  const number = createNumbering();
  return new Map(
    tools.map((tool) => {
      const name = getLocalName(tool);
      return [name, number(tool.functionName ?? toSnakeCase(name, "tool"), "_")];
    }),
  );
}

/** The names of a tool's secrets, whose values are not exported. */
export const listSecrets = (tool: ToolPart): string[] => findSecretPaths(tool).map(([, name]) => name);

/** The environment variable for a tool's secret: functions name their own. */
export const toSecretVariable = (tool: ToolPart, name: string): string =>
  tool.type === "function" ? name : toEnvironmentName(getLocalName(tool), name);

/** What a tool is, for the comment of one that must be written. */
export function describeTool({ type, definition }: ToolPart): string {
  if (type === "rag" || definition.builtin === "datasource") {
    const name = asText(definition.datasource) || asText(asRecord(definition.settings).datasource);
    return `It searches the data source “${name}”.`;
  }
  if (type === "builtin") return `It is Muster's built-in tool “${asText(definition.builtin)}”.`;
  if (type === "mcp") return `It calls functions of the MCP server ${asText(definition.url)}.`;
  if (definition.source === "openapi")
    return `It calls these operations of an OpenAPI document: ${asList(definition.operations).map(asText).join(", ")}.`;
  const { method, url } = asRecord(definition.request);
  return `It sends the request ${asText(method)} ${asText(url)}.`;
}
