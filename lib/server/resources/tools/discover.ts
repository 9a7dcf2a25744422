import type { TypedDefinition } from "@/lib/contract/tools/kinds/all";
import { mcpDefinition } from "@/lib/contract/tools/kinds/mcp";
import type { TeamCallContext } from "../../access/calls/implement";
import { AppError } from "../../platform/errors/errors";
import { outbound } from "../../platform/outbound/instance";
import { fetchDocument } from "./kinds/http/fetch-document";
import { readSchemas } from "./kinds/schemas/read-schemas";
import type { ToolContext } from "./kinds/shared/context";
import { mergeSecrets } from "./merge-secrets";
import { canReadSecrets } from "./secret-variables";

const discoverTimeoutMs = 20_000;

const createContext = ({ teamId, signal }: TeamCallContext): ToolContext => ({
  fetchWith: outbound().fetchWith,
  teamId,
  signal,
  timeoutMs: discoverTimeoutMs,
});

/** The operations of an OpenAPI document, with its text if it was downloaded. A `ToolError` refers to its field. */
export async function readDocument(
  ctx: TeamCallContext,
  sent: { document?: string | undefined; address?: string | undefined },
) {
  const loaded = sent.address === undefined ? undefined : await fetchDocument(sent.address, createContext(ctx));
  const document = loaded?.text ?? sent.document ?? "";
  const given = { text: document, from: loaded?.from ?? null };
  const { teamId, signal } = ctx;
  const { title, version, servers, operations, problems } = await readSchemas("outline", given, {
    teamId,
    signal,
    field: "document",
  });
  return { title, version, servers, problems, operations, ...(loaded && { document }) };
}

interface McpTarget {
  url: string;
  headers: Record<string, string>;
}

/** Resolves masked headers to the stored values if a save would retain them. Throws 400 at the headers. */
function openHeaders(
  { permissions }: TeamCallContext,
  place: McpTarget,
  stored: TypedDefinition | undefined,
): McpTarget["headers"] {
  const sent: TypedDefinition = { type: "mcp", definition: mcpDefinition.parse(place) };
  const known = stored?.type === "mcp" ? stored : undefined;
  const { merged, issues } = mergeSecrets(sent, known, canReadSecrets(permissions));
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
  return (merged.defined.definition as McpTarget).headers;
}

/** The tools of an MCP server. */
export async function discover(ctx: TeamCallContext, place: McpTarget, stored: TypedDefinition | undefined) {
  const headers = openHeaders(ctx, place, stored);
  const secrets = Object.fromEntries(Object.entries(headers).map(([name, value]) => [`headers.${name}`, value]));
  const { discoverMcp } = await import("./kinds/mcp/discover");
  return discoverMcp({ url: place.url, headers }, secrets, createContext(ctx));
}
