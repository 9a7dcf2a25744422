import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const mcp = defineCalls<typeof shapes>()("mcp", {
  send: {
    method: "POST",
    path: "/mcp/:publicationId",
    raw: true,
    summary: "MCP: send a message to a published app",
  },
});
