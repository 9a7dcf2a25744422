import type { BuiltinDefinition } from "@/lib/contract/tools/kinds/builtin";
import { boundValue } from "../shared/bounded-result";
import type { ToolContext } from "../shared/context";
import type { ModelSchema } from "../shared/schema-reader";
import { withoutSecrets } from "../shared/without-secrets";
import { arxiv } from "./arxiv";
import { calculator } from "./calculator";
import { datasource } from "./datasource";
import { dateTime } from "./date-time";
import { webPage } from "./web-page";
import { wikipedia } from "./wikipedia";

/** A built-in tool's declaration for models, and its call; null when the engine implements it. */
export interface PreparedBuiltin {
  description: string;
  parameters: ModelSchema;
  call: ((args: unknown, ctx: ToolContext) => Promise<unknown>) | null;
}

export function prepareBuiltin(definition: BuiltinDefinition): PreparedBuiltin {
  switch (definition.builtin) {
    case "webPage":
      return prepareTool(webPage, definition.settings);
    case "wikipedia":
      return prepareTool(wikipedia, definition.settings);
    case "arxiv":
      return prepareTool(arxiv, definition.settings);
    case "calculator":
      return prepareTool(calculator, definition.settings);
    case "dateTime":
      return prepareTool(dateTime, definition.settings);
    case "datasource":
      return prepareTool(datasource, definition.settings);
  }
}

interface Tool<S> {
  description: (settings: S) => string;
  parameters: ModelSchema;
  call: ((args: unknown, settings: S, ctx: ToolContext) => Promise<unknown>) | null;
}

function prepareTool<S>({ description, parameters, call }: Tool<S>, settings: S): PreparedBuiltin {
  return {
    description: description(settings),
    parameters,
    call: call && ((args, ctx) => withoutSecrets([], async () => boundResult(await call(args, settings, ctx)))),
  };
}

function boundResult(result: unknown): unknown {
  const { value, note } = boundValue(result);
  return note === undefined ? value : { text: value, note };
}
