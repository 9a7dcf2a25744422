import type { z } from "zod";
import { promptMaxBytes } from "@/lib/constants/limits";
import { maxClientToolChars } from "@/lib/constants/openai";
import type { formatField, SentTool, toolChoiceField } from "@/lib/contract/openai/fields";
import type { ClientOptions, ClientTool } from "../../../../platform/db/tables/client-options";
import { invalidField } from "../../../../platform/errors/errors";
import type { Item } from "./items";

/** Of a schema as JSON. */
const maxFormatChars = 64 * 1024;

interface Sent {
  instructions?: string | null | undefined;
  tools?: SentTool[] | null | undefined;
  tool_choice?: z.output<typeof toolChoiceField>;
  format?: z.output<typeof formatField>;
}

function readTools(sent: readonly SentTool[]): ClientTool[] {
  const tools = sent.map(({ function: nested, ...flat }, i) => {
    const { name, description, parameters } = nested ?? flat;
    if (!name) throw invalidField(`tools.${i}`, "Name the function.");
    return { name, description: description ?? "", parameters: parameters ?? { type: "object", properties: {} } };
  });
  const names = new Set(tools.map(({ name }) => name));
  if (names.size < tools.length) throw invalidField("tools", "Give each tool a unique name.");
  if (JSON.stringify(tools).length > maxClientToolChars) throw invalidField("tools", "The tools are too large.");
  return tools;
}

function readFormat(sent: Sent["format"]): ClientOptions["format"] {
  if (!sent || sent.type === "text") return undefined;
  if (sent.type === "json_object") return {};
  const { name, schema } = sent.json_schema ?? sent;
  if (!schema) throw invalidField("response_format", "Send a JSON Schema.");
  if (JSON.stringify(schema).length > maxFormatChars) throw invalidField("response_format", "The schema is too large.");
  return { schema, ...(name && { name }) };
}

/** What the client adds to a run. Instructions in the list of items follow those of the request. */
export function readOptions(sent: Sent, items: readonly Item[]): ClientOptions {
  const texts = items.flatMap((item) => (item.kind === "instructions" ? item.text : []));
  const instructions = [sent.instructions, ...texts].filter(Boolean).join("\n\n");
  if (Buffer.byteLength(instructions) > promptMaxBytes)
    throw invalidField("instructions", `Instructions can be up to ${promptMaxBytes / 1024} KB.`);
  const choice = sent.tool_choice;
  const toolName = typeof choice === "object" ? (choice?.function?.name ?? choice?.name) : undefined;
  const tools = choice === "none" ? [] : readTools(sent.tools ?? []);
  const format = readFormat(sent.format);
  return {
    ...(instructions && { instructions }),
    ...(tools.length > 0 && { tools }),
    ...(choice === "required" && tools.length > 0 && { toolChoice: { type: "required" } }),
    ...(toolName && tools.some(({ name }) => name === toolName) && { toolChoice: { type: "tool", toolName } }),
    ...(format && { format }),
  };
}
