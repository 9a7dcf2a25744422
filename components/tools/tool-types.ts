import { Braces, Globe, type LucideIcon, Plug, Search, Shapes } from "lucide-react";
import type { ToolType } from "@/lib/constants/tools";

interface ToolTypeLabel {
  label: string;
  /** Within a phrase, such as `New … tool`. */
  inline: string;
  help: string;
  icon: LucideIcon;
}

/** Labels and description of each tool type. */
export const toolTypeLabels: Record<ToolType, ToolTypeLabel> = {
  function: {
    label: "Function",
    inline: "function",
    help: "Your own JavaScript or Python code in a sandbox.",
    icon: Braces,
  },
  rag: {
    label: "Search",
    inline: "search",
    help: "Searches a data source. Answers cite the passages found.",
    icon: Search,
  },
  http: {
    label: "HTTP",
    inline: "HTTP",
    help: "Calls a service defined by OpenAPI or a single request.",
    icon: Globe,
  },
  mcp: {
    label: "MCP server",
    inline: "MCP server",
    help: "Functions from a Model Context Protocol server.",
    icon: Plug,
  },
  builtin: {
    label: "Built-in",
    inline: "built-in",
    help: "From the library: web pages, Wikipedia, calculator, dates.",
    icon: Shapes,
  },
};
