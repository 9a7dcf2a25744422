import type { JSONSchema7, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { AskRules } from "@/lib/contract/asks";
import type { Db } from "../db/client";
import { singleton } from "../registry";
import type { NewEvent } from "./events";
import type { RunRow } from "./lease";
import type { Passages } from "./passages";

/** A tool as the engine calls it. */
export interface EngineTool {
  name: string;
  description: string;
  parameters: JSONSchema7;
  /** Calling it again after a crash does no harm. */
  repeatable: boolean;
  /** It lets another agent work, which calls tools itself. */
  delegates?: true;
  /** A person is asked before each call. */
  requireApproval?: boolean;
  /** Who is asked, and by when. */
  asks?: AskRules | null;
  /** Which of the team's tools it is of, as the log has it. */
  origin?: ToolOrigin;
  /** The result is data for the model, never an instruction to the engine. Throws an Error whose sentence the model reads. */
  execute: (input: unknown, signal: AbortSignal, beside: Beside) => Promise<unknown>;
}

export interface ToolOrigin {
  toolId: string;
  revisionId: string;
  /** The revision's number. */
  revision: number;
  /** Which of several functions of the tool; null where it is one. */
  operation: string | null;
}

/** What a tool has to do with its run, beside its result. */
export interface Beside {
  /** An event that is written with the result. */
  tell: (event: NewEvent) => void;
  /** What it wrote to its console. */
  logs: (lines: readonly string[]) => void;
  passages: Passages;
  run: RunRow;
  callId: string;
}

/** Finds the tools of an agent, with the rights of the run's principal. */
export type ToolSource = (agent: {
  /** What the tools are found in, and read and write. */
  db: Db;
  teamId: string;
  agentId: string;
  principalId: string | null;
  /** Beside its own: those of the task that it does. */
  toolIds?: readonly string[];
}) => Promise<EngineTool[]>;

const sources = () => singleton("tool-sources", () => new Map<string, ToolSource>());

export const registerToolSource = (name: string, source: ToolSource): void => {
  sources().set(name, source);
};

export const removeToolSource = (name: string): void => {
  sources().delete(name);
};

export async function toolsFor(agent: Parameters<ToolSource>[0]): Promise<EngineTool[]> {
  return (await Promise.all([...sources().values()].map((source) => source(agent)))).flat();
}

export const toolOptions = (tools: EngineTool[]): LanguageModelV4FunctionTool[] =>
  tools.map(({ name, description, parameters }) => ({ type: "function", name, description, inputSchema: parameters }));
