import type { z } from "zod";
import type { BuiltinId } from "@/lib/constants/builtin-tools";
import type { builtinSettings } from "@/lib/contract/tool-kinds/builtin";
import type { ToolContext } from "../context";
import type { ModelSchema } from "../schema-reader";

type SettingsOf<K extends BuiltinId> = z.output<(typeof builtinSettings)[K]>;

/** A tool of Muster's own. `call` throws a `ToolError` whose sentence the model reads. */
export interface BuiltinTool<K extends BuiltinId = BuiltinId> {
  id: K;
  /** For the model. */
  description: (settings: SettingsOf<K>) => string;
  parameters: ModelSchema;
  /** Null: whoever has the team's data answers it. */
  call: ((args: unknown, settings: SettingsOf<K>, ctx: ToolContext) => Promise<unknown>) | null;
}

export const builtinTool = <K extends BuiltinId>(tool: BuiltinTool<K>): BuiltinTool<K> => tool;

export const closed = (properties: Record<string, ModelSchema>, required: string[]): ModelSchema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});
