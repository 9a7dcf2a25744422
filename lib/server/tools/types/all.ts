import type { Defined } from "@/lib/contract/tool-kinds/all";
import { builtin } from "./builtin";
import { functionKind } from "./function";
import { http } from "./http";
import type { Kind, Kinds } from "./kind";
import { mcp } from "./mcp";
import { rag } from "./rag";

const kinds: Kinds = { function: functionKind, rag, http, mcp, builtin };

/** What there is to know of the type, for any definition of it: the two come from the same row. */
export const kindOf = (type: Defined["type"]): Kind<Defined["definition"]> =>
  kinds[type] as unknown as Kind<Defined["definition"]>;
