import { createHash } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { type AgentDefinition, agentDefinition } from "@/lib/contract/agents/definition";
import { toCanonicalJson } from "@/lib/utils/json/same-json";
import { findPromptNames } from "@/lib/utils/text/prompt-names";
import type { Reader } from "../../platform/db/client";
import { models } from "../../platform/db/tables/models";
import type { PreviewAgent, PreviewModel } from "../../platform/db/tables/preview-definition";
import { tools } from "../../platform/db/tables/tools";

/** More than any conversation in a test. */
export const maxMessages = 1_000;

export const hashTested = (value: unknown): string =>
  createHash("sha256").update(toCanonicalJson(value)).digest("base64url");

/**
 * The revision of each tool, so that the same content always tests the same. `replaced`: those that are not applied yet. Agents
 * that pin a tool use another one.
 */
export async function findToolRevisions(
  db: Reader,
  teamId: string,
  toolIds: string[],
  replaced: Record<string, string> = {},
): Promise<Record<string, string>> {
  const rows =
    toolIds.length === 0
      ? []
      : await db
          .select({ id: tools.id, revisionId: tools.revisionId })
          .from(tools)
          .where(and(eq(tools.teamId, teamId), inArray(tools.id, toolIds)));
  return Object.fromEntries(rows.map(({ id, revisionId }) => [id, replaced[id] ?? revisionId]));
}

/** An agent's content as a preview runs it. */
export const toTestedAgent = (content: AgentDefinition, toolRevisions: Record<string, string>): PreviewAgent => ({
  ...agentDefinition.omit({ iconId: true }).parse(content),
  toolRevisions: { ...toolRevisions, ...content.toolRevisions },
  promptNames: findPromptNames(content.role, content.goal, content.backstory),
});

/** The models with what decides their answers. */
export async function findModelVersions(
  db: Reader,
  teamId: string,
  ids: (string | null)[],
  replaced: Record<string, PreviewModel> = {},
) {
  const known = ids.filter((id): id is string => id !== null);
  if (known.length === 0) return [];
  const rows = await db
    .select({ id: models.id, model: models.model, params: models.params, config: models.config })
    .from(models)
    .where(and(eq(models.teamId, teamId), inArray(models.id, known)))
    .orderBy(models.id);
  return rows.map((row) => ({ ...row, ...replaced[row.id] }));
}
