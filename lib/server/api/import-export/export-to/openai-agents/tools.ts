import type { ToolPart } from "@/lib/contract/transfers/file";
import { getLocalName } from "../../file/file-parts";
import { asRecord, asText } from "../../foreign/shared/values";
import { toComment, toLiteral, toText } from "../shared/literals";
import {
  describeTool,
  readBuiltin,
  readFunction,
  readMcp,
  readParameters,
  toSecretVariable,
} from "../shared/read-tool";
import type { SketchNames } from "./names";

export const toFunctionFile = (identifier: string, language: "javascript" | "python"): string =>
  `tools/${identifier}.${language === "python" ? "py" : "ts"}`;

const noArguments = { type: "object", properties: {}, required: [] };
const urlArgument = { type: "object", properties: { url: { type: "string" } }, required: ["url"] };

interface WrittenTool {
  execute: string;
  schema: object;
}

function toExecute(tool: ToolPart, identifier: string): WrittenTool {
  const builtin = readBuiltin(tool);
  if (builtin === "dateTime") {
    const timeZone = asText(asRecord(tool.definition.settings).timeZone) || "UTC";
    const options = `{ timeZone: ${toText(timeZone)}, dateStyle: "full", timeStyle: "long" }`;
    return { execute: `() => new Date().toLocaleString("en", ${options})`, schema: noArguments };
  }
  if (builtin === "webPage") return { execute: "readPage", schema: urlArgument };
  const schema = readParameters(tool);
  const code = readFunction(tool);
  if (code?.language === "javascript") {
    const env = code.variables.map(
      (name) => `${toText(name)}: process.env[${toText(toSecretVariable(tool, name))}] ?? ""`,
    );
    const file = toText(`./${toFunctionFile(identifier, code.language)}`);
    return { execute: `(args) => callFunction(${file}, args, { ${env.join(", ")} })`, schema };
  }
  return { execute: '() => {\n    throw new Error("Write this tool first.");\n  }', schema };
}

/** A tool that the sketch defines. */
function writeTool(tool: ToolPart, names: SketchNames): string {
  const name = getLocalName(tool);
  const identifier = names.tools.get(name) ?? "";
  const { execute, schema } = toExecute(tool, identifier);
  const isStub = execute.startsWith("() => {");
  const code = readFunction(tool);
  const about = code ? `Its code is in ${toFunctionFile(identifier, code.language)}.` : describeTool(tool);
  const notes = [tool.name, ...(isStub ? [about] : [])].map((text) => toComment("//", text));
  return `${notes.join("\n")}
export const ${identifier} = tool({
  name: ${toText(names.functions.get(name) ?? identifier)},
  description: ${toText(tool.description || tool.name)},
  strict: false,
  parameters: parameters(${toLiteral(schema, "  ")}),
  needsApproval: ${tool.requireApproval},
  execute: ${execute},
});`;
}

/** Whether a tool is a module of the sketch, other than MCP servers. */
export const isOwnTool = (tool: ToolPart): boolean => tool.type !== "mcp";

const imports = `import { tool } from "@openai/agents";
import { callFunction, parameters, readPage } from "./muster.ts";`;

export const writeTools = (tools: readonly ToolPart[], names: SketchNames): string =>
  `${[imports, ...tools.filter(isOwnTool).map((tool) => writeTool(tool, names))].join("\n\n")}\n`;

/** Whether agents get a tool's server: not if a person approves its calls, which the SDK does not ask for. */
export function isOwnServer(tool: ToolPart): boolean {
  const server = readMcp(tool);
  return server !== undefined && !tool.requireApproval && (!server.asks || server.allowed.length > 0);
}

function writeServer(tool: ToolPart, names: SketchNames): string {
  const { url = "", headers = [], allowed = [] } = readMcp(tool) ?? {};
  const values = headers.map((name) => `${toText(name)}: process.env[${toText(toSecretVariable(tool, name))}] ?? ""`);
  const filter =
    allowed.length > 0 ? `\n  toolFilter: createMCPToolStaticFilter({ allowed: ${toLiteral(allowed, "  ")} }),` : "";
  return `${toComment("//", tool.name)}
export const ${names.tools.get(getLocalName(tool))} = new MCPServerStreamableHttp({
  name: ${toText(tool.name)},
  url: ${toText(url)},
  requestInit: { headers: { ${values.join(", ")} } },${filter}
});`;
}

/** The MCP servers, which the program connects to before it begins. */
export function writeServers(tools: readonly ToolPart[], names: SketchNames): string {
  const own = tools.filter(isOwnServer);
  const list = own.map((tool) => names.tools.get(getLocalName(tool))).join(", ");
  const head = own.length > 0 ? "createMCPToolStaticFilter, MCPServerStreamableHttp" : "type MCPServerStreamableHttp";
  return `${[
    `import { ${head} } from "@openai/agents";`,
    ...own.map((tool) => writeServer(tool, names)),
    `export const servers: MCPServerStreamableHttp[] = [${list}];`,
  ].join("\n\n")}\n`;
}
