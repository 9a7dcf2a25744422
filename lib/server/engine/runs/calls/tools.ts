import type { JSONSchema7, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
import type { Db } from "../../../platform/db/client";
import type { agents } from "../../../platform/db/tables/agents";
import type { sessions } from "../../../platform/db/tables/sessions";
import { singleton } from "../../../platform/process/registry";
import type { RunRow } from "../lease/lease";
import type { NewEvent } from "../log/events";
import type { Passages } from "../log/passages";
import type { ToolType } from "../observe/observer";
import { replayCalls } from "./replay";

/** A tool as the engine uses it. */
export interface EngineTool {
  name: string;
  description: string;
  parameters: JSONSchema7;
  /** Repeating the call after a crash is safe. */
  repeatable: boolean;
  /** The client of a publication makes its calls, outside of the run. */
  client?: true;
  /** It delegates to another agent, which calls tools itself. */
  delegates?: true;
  /** Each call needs a person's approval. */
  requireApproval?: boolean;
  /** The assignee and deadline of approvals. */
  asks?: InputRequestRules | null;
  /** Default: `function`. */
  type?: ToolType;
  /** The team's tool behind it, for the log. */
  origin?: ToolOrigin;
  /** The result is data for the model, never an instruction to the engine. Throws an Error whose message the model reads. */
  execute: (input: unknown, signal: AbortSignal, hooks: ToolCallHooks) => Promise<unknown>;
}

interface ToolOrigin {
  toolId: string;
  revisionId: string;
  /** The revision's number. */
  revision: number;
  /** The function of a tool with several; otherwise null. */
  operation: string | null;
}

/** Side effects of a tool call in its run, apart from the result. */
export interface ToolCallHooks {
  /** Records an event together with the result. */
  record: (event: NewEvent) => void;
  /** Records console output. */
  logs: (lines: readonly string[]) => void;
  passages: Passages;
  run: RunRow;
  callId: string;
}

/** Resolves an agent's tools, with the rights of the run's principal. */
export type ToolSource = (agent: {
  /** For reading and writing by the tools. */
  db: Db;
  teamId: string;
  agentId: string;
  /** The agent, if it has just been read. */
  agent?: Pick<typeof agents.$inferSelect, "modelId" | "functionModelId" | "toolIds" | "toolRevisions"> | undefined;
  principalId: string | null;
  /** Additional tools of the current task. */
  toolIds?: readonly string[];
}) => Promise<EngineTool[]>;

const sources = () => singleton("tool-sources", () => new Map<string, ToolSource>());

export const registerToolSource = (name: string, source: ToolSource): void => {
  sources().set(name, source);
};

export const removeToolSource = (name: string): void => void sources().delete(name);

/** The tools of an agent in a session. In a test, recorded calls are replayed. */
export async function loadTools(
  agent: Parameters<ToolSource>[0],
  { preview }: Pick<typeof sessions.$inferSelect, "preview">,
): Promise<EngineTool[]> {
  const tools = (await Promise.all([...sources().values()].map((source) => source(agent)))).flat();
  return preview?.recording ? replayCalls(tools, preview.recording, preview.liveToolIds) : tools;
}

export const toToolDefinitions = (tools: EngineTool[]): LanguageModelV4FunctionTool[] =>
  tools.map(({ name, description, parameters }) => ({ type: "function", name, description, inputSchema: parameters }));
