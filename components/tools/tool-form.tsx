"use client";

import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import type { BuiltinId } from "@/lib/constants/builtin-tools";
import type { ToolType } from "@/lib/constants/tools";
import type { Tool } from "@/lib/contract/tools/outputs";
import type { ToolFormProps } from "./form/common-form";

const FunctionForm = lazyPart(async () => (await import("./form/function/function-form")).FunctionForm);
const RagForm = lazyPart(async () => (await import("./form/rag-form")).RagForm);
const McpForm = lazyPart(async () => (await import("./form/mcp/mcp-form")).McpForm);
const BuiltinForm = lazyPart(async () => (await import("./form/builtin-form")).BuiltinForm);
const HttpForm = lazyPart(async () => (await import("./form/http/http-form")).HttpForm);

interface AnyToolFormProps extends ToolFormProps {
  type: ToolType;
  /** The preset connection of a new retrieval tool. */
  datasourceId?: string | null;
  /** The library entry of a new tool. */
  builtin?: BuiltinId;
}

/** The form of the tool's type. */
export function ToolForm(props: AnyToolFormProps) {
  return (
    <Lazy fallback={<Skeleton className="h-96 rounded-card" />}>
      <FormOfType {...props} />
    </Lazy>
  );
}

const only = <T extends Tool["type"]>(type: T, tool: Tool | undefined) =>
  tool?.type === type ? (tool as Extract<Tool, { type: T }>) : undefined;

function FormOfType({ type, tool, datasourceId, builtin = "webPage", ...props }: AnyToolFormProps) {
  switch (type) {
    case "function":
      return <FunctionForm {...props} tool={only("function", tool)} />;
    case "rag":
      return <RagForm {...props} tool={only("rag", tool)} datasourceId={datasourceId} />;
    case "http":
      return <HttpForm {...props} tool={only("http", tool)} />;
    case "mcp":
      return <McpForm {...props} tool={only("mcp", tool)} />;
    case "builtin":
      return <BuiltinForm {...props} tool={only("builtin", tool)} builtin={builtin} />;
  }
}
