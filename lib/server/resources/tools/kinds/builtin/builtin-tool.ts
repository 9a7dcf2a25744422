import type { z } from "zod";
import type { BuiltinId } from "@/lib/constants/builtin-tools";
import type { builtinSettings } from "@/lib/contract/tools/kinds/builtin";
import type { ToolContext } from "../shared/context";
import type { ModelSchema } from "../shared/schema-reader";

type SettingsOf<K extends BuiltinId> = z.output<(typeof builtinSettings)[K]>;

/** A built-in tool. `call` throws a `ToolError` whose message the model reads. */
export interface BuiltinTool<K extends BuiltinId = BuiltinId> {
  id: K;
  /** For the model. */
  description: (settings: SettingsOf<K>) => string;
  parameters: ModelSchema;
  /** Null: implemented by the engine, with access to the team's data. */
  call: ((args: unknown, settings: SettingsOf<K>, ctx: ToolContext) => Promise<unknown>) | null;
}

export const builtinTool = <K extends BuiltinId>(tool: BuiltinTool<K>): BuiltinTool<K> => tool;

export const closed = (properties: Record<string, ModelSchema>, required: string[]): ModelSchema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});
