import type { JSONSchema7 } from "@ai-sdk/provider";
import { builtinLibrary } from "@/lib/constants/builtin-tools";
import type { BuiltinDefinition } from "@/lib/contract/tools/kinds/builtin";
import { outbound } from "../../../platform/outbound/instance";
import { prepareBuiltin } from "../kinds/builtin/library";
import type { CallContext, ToolImplementation } from "./kind";
import { rag } from "./rag";
import { measureCall } from "./timed";

const empty = { secretPaths: () => [], addresses: () => [], readers: () => null };

function call(definition: BuiltinDefinition, args: Record<string, unknown>, context: CallContext) {
  if (definition.builtin === "datasource") return rag.call(definition.settings, null, null, args, context);
  const { signal, teamId } = context;
  const { call: answer } = prepareBuiltin(definition);
  const callOptions = { fetchWith: outbound().fetchWith, signal, teamId, timeoutMs: definition.timeoutMs };
  return measureCall(signal, async () => answer?.(args, callOptions));
}

export const builtin: ToolImplementation<BuiltinDefinition> = {
  ...empty,
  summary: ({ builtin: id }) => builtinLibrary.find((one) => one.id === id)?.name ?? id,
  operations(definition, description) {
    const { parameters, ...own } = prepareBuiltin(definition);
    return [{ operation: null, description: description || own.description, parameters: parameters as JSONSchema7 }];
  },
  async check(db, teamId, definition, signal) {
    if (definition.builtin !== "datasource") return { status: { state: "ready" } };
    const found = await rag.check(db, teamId, definition.settings, signal);
    return Array.isArray(found) ? found.map((issue) => ({ ...issue, path: `settings.${issue.path}` })) : found;
  },
  repeatable: true,
  call: (definition, _prepared, _operation, args, context) => call(definition, args, context),
};
