import type { z } from "zod";
import type { ToolType } from "@/lib/constants/tools";
import { builtinDefinition } from "./builtin";
import { functionDefinition } from "./function";
import { httpDefinition, storedHttpDefinition } from "./http";
import { mcpDefinition } from "./mcp";
import { ragDefinition } from "./rag";

/** What each type of tool is defined by. */
export const toolDefinitions = {
  function: functionDefinition,
  rag: ragDefinition,
  http: httpDefinition,
  mcp: mcpDefinition,
  builtin: builtinDefinition,
} as const satisfies Record<ToolType, z.ZodType>;

/** As each can be stored: an import leaves secrets out that are still to be given. */
export const storedDefinitions = { ...toolDefinitions, http: storedHttpDefinition };

export type KnownType = keyof typeof toolDefinitions;
export type DefinitionOf<T extends KnownType> = z.output<(typeof toolDefinitions)[T]>;
/** A definition with the type that tells which it is. */
export type Defined = { [T in KnownType]: { type: T; definition: DefinitionOf<T> } }[KnownType];
