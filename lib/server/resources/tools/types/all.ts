import type { TypedDefinition } from "@/lib/contract/tools/kinds/all";
import { builtin } from "./builtin";
import { functionKind } from "./function";
import { http } from "./http";
import type { ToolImplementation, ToolImplementations } from "./kind";
import { mcp } from "./mcp";
import { rag } from "./rag";

const kinds: ToolImplementations = { function: functionKind, rag, http, mcp, builtin };

/** The implementation of a type, for any of its definitions: both come from the same row. */
export const getToolImplementation = (
  type: TypedDefinition["type"],
): ToolImplementation<TypedDefinition["definition"]> =>
  kinds[type] as ToolImplementation<TypedDefinition["definition"]>;
