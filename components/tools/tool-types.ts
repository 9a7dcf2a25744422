import { Braces, Globe, type LucideIcon, Plug, Search, Shapes } from "lucide-react";
import type { ToolType } from "@/lib/constants/tools";

/** Label and description of each tool type. */
export const toolTypeLabels: Record<ToolType, { label: string; help: string; icon: LucideIcon }> = {
  function: { label: "Function", help: "Code of your own, in JavaScript or Python, in a sandbox.", icon: Braces },
  rag: { label: "Search", help: "Finds passages of one of your connections, which answers then cite.", icon: Search },
  http: { label: "HTTP", help: "Calls a service: by its OpenAPI document, or one request.", icon: Globe },
  mcp: { label: "MCP server", help: "Functions that a server of the Model Context Protocol offers.", icon: Plug },
  builtin: { label: "Built in", help: "One from the library: web pages, Wikipedia, arithmetic, dates.", icon: Shapes },
};
