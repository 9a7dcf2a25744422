import type { z } from "zod";
import type { ToolType } from "@/lib/constants/tools";
import { builtinDefinition } from "./builtin";
import { functionDefinition } from "./function";
import { httpDefinition, storedHttpDefinition } from "./http";
import { mcpDefinition } from "./mcp";
import { ragDefinition } from "./rag";

/** The definition schema of each type of tool. */
export const toolDefinitions = {
  function: functionDefinition,
  rag: ragDefinition,
  http: httpDefinition,
  mcp: mcpDefinition,
  builtin: builtinDefinition,
} as const satisfies Record<ToolType, z.ZodType>;

/** Definitions as stored: after an import, secrets can be missing. */
export const storedDefinitions = { ...toolDefinitions, http: storedHttpDefinition };

export type ToolKind = keyof typeof toolDefinitions;
export type DefinitionOf<T extends ToolKind> = z.output<(typeof toolDefinitions)[T]>;
/** A definition with its type. */
export type TypedDefinition = { [T in ToolKind]: { type: T; definition: DefinitionOf<T> } }[ToolKind];
