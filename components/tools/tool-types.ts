import { Braces, Globe, type LucideIcon, Plug, Search, Shapes } from "lucide-react";
import type { ToolType } from "@/lib/constants/tools";

/** Label and description of each tool type. */
export const toolTypeLabels: Record<ToolType, { label: string; help: string; icon: LucideIcon }> = {
  function: { label: "Function", help: "Your own JavaScript or Python code in a sandbox.", icon: Braces },
  rag: { label: "Search", help: "Searches a data source. Answers cite the passages found.", icon: Search },
  http: { label: "HTTP", help: "Calls a service defined by OpenAPI or a single request.", icon: Globe },
  mcp: { label: "MCP server", help: "Functions from a Model Context Protocol server.", icon: Plug },
  builtin: { label: "Built-in", help: "From the library: web pages, Wikipedia, calculator, dates.", icon: Shapes },
};
