import type { Defined } from "@/lib/contract/tool-kinds/all";
import { DOTS, isMaskOf } from "../crypto/mask";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { outbound } from "../outbound/instance";
import type { ToolContext } from "./kinds/context";
import { fetchDocument } from "./kinds/http/fetch-document";
import { discoverMcp } from "./kinds/mcp/discover";
import { readSchemas } from "./kinds/read-schemas";

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

/** The headers that are meant: a mask stands for the stored value, at the address that it was stored for alone. */
function openHeaders({ url, headers }: Place, stored: Place | undefined): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => {
    const old = stored?.headers[name];
    if (old !== undefined && isMaskOf(value, old) && stored?.url === url) return [name, old] as const;
    if (!value.includes(DOTS)) return [name, value] as const;
    const message = "Enter this again: it would go to a new address.";
    throw new AppError("invalid", message, { issues: [{ path: `headers.${name}`, message }] });
  });
  return Object.fromEntries(entries);
}

/** What an MCP server offers. */
export function discover(ctx: TeamCallContext, place: Place, stored: Defined | undefined) {
  const headers = openHeaders(place, stored?.type === "mcp" ? stored.definition : undefined);
  const secrets = Object.fromEntries(Object.entries(headers).map(([name, value]) => [`headers.${name}`, value]));
  return discoverMcp({ url: place.url, headers }, secrets, contextOf(ctx));
}
