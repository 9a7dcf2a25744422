import type { Defined } from "@/lib/contract/tool-kinds/all";
import { mcpDefinition } from "@/lib/contract/tool-kinds/mcp";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { outbound } from "../outbound/instance";
import { mergeSecrets } from "./definition";
import type { ToolContext } from "./kinds/context";
import { fetchDocument } from "./kinds/http/fetch-document";
import { discoverMcp } from "./kinds/mcp/discover";
import { readSchemas } from "./kinds/read-schemas";
import { mayReadSecrets } from "./secret-variables";

const lookMs = 20_000;

const contextOf = ({ teamId, signal }: TeamCallContext): ToolContext => ({
  ...{ fetchWith: outbound().fetchWith, teamId, signal, timeoutMs: lookMs },
});

/** What an OpenAPI document offers, with its text where it was loaded. A `ToolError` stands at its field. */
export async function readDocument(
  ctx: TeamCallContext,
  sent: { document?: string | undefined; address?: string | undefined },
) {
  const loaded = sent.address === undefined ? undefined : await fetchDocument(sent.address, contextOf(ctx));
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

interface Place {
  url: string;
  headers: Record<string, string>;
}

/** The headers that are meant: a mask stands for the stored value where a save would keep that. Throws 400 at the headers. */
function openHeaders({ permissions }: TeamCallContext, place: Place, stored: Defined | undefined): Place["headers"] {
  const sent: Defined = { type: "mcp", definition: mcpDefinition.parse(place) };
  const known = stored?.type === "mcp" ? stored : undefined;
  const { merged, issues } = mergeSecrets(sent, known, mayReadSecrets(permissions));
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
  return (merged.defined.definition as Place).headers;
}

/** What an MCP server offers. */
export function discover(ctx: TeamCallContext, place: Place, stored: Defined | undefined) {
  const headers = openHeaders(ctx, place, stored);
  const secrets = Object.fromEntries(Object.entries(headers).map(([name, value]) => [`headers.${name}`, value]));
  return discoverMcp({ url: place.url, headers }, secrets, contextOf(ctx));
}
