import type { PublicationWay } from "@/lib/constants/publications";
import type { Publication } from "@/lib/contract/publications/schemas";

/** How each way is called, and what it is for. */
export const wayTexts: Record<PublicationWay, { label: string; help: string }> = {
  openai: { label: "OpenAI-compatible API", help: "For programs and libraries that can use OpenAI's API." },
  mcp: { label: "MCP server", help: "Other agents use the app as a tool." },
  webhook: { label: "Webhook", help: "Other systems start the app when something happens." },
  embed: { label: "Website chat", help: "A chat on your website." },
};

export const isWayOn = ({ ways }: Pick<Publication, "ways">, way: PublicationWay): boolean => Boolean(ways[way]);
