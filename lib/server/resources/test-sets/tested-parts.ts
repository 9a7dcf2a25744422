import { createHash } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { type AgentDefinition, agentDefinition } from "@/lib/contract/agents/definition";
import { toCanonicalJson } from "@/lib/utils/json/same-json";
import { findPromptNames } from "@/lib/utils/text/prompt-names";
import type { Reader } from "../../platform/db/client";
import type { apps } from "../../platform/db/tables/apps";
import { models } from "../../platform/db/tables/models";
import type { PreviewAgent, PreviewModel } from "../../platform/db/tables/preview-definition";
import { tools } from "../../platform/db/tables/tools";

/** More than any conversation in a test. */
export const maxMessages = 1_000;

export const isPrivate = (app: Pick<typeof apps.$inferSelect, "sharingConfig"> | undefined): boolean =>
  app?.sharingConfig.mode === "private";

export const hashTested = (value: unknown): string =>
  createHash("sha256").update(toCanonicalJson(value)).digest("base64url");

/**
 * An agent's content with the revision of each tool, so that the same content always tests the same. `replaced`: revisions for
 * tools that the agent follows.
 */
export async function withToolRevisions(
  db: Reader,
  teamId: string,
  content: AgentDefinition,
  replaced: Record<string, string> = {},
): Promise<PreviewAgent> {
  const { role, goal, backstory, toolIds } = content;
  const rows =
    toolIds.length === 0
      ? []
      : await db
          .select({ id: tools.id, revisionId: tools.revisionId })
          .from(tools)
          .where(and(eq(tools.teamId, teamId), inArray(tools.id, toolIds)));
  const applied = Object.fromEntries(rows.map(({ id, revisionId }) => [id, replaced[id] ?? revisionId]));
  return {
    ...agentDefinition.omit({ iconId: true }).parse(content),
    toolRevisions: { ...applied, ...content.toolRevisions },
    promptNames: findPromptNames(role, goal, backstory),
  };
}

/** What changes the answers of models without another agent. */
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
