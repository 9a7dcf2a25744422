import { and, eq, isNull } from "drizzle-orm";
import { type AgentDefinition, agentDefinition } from "@/lib/contract/agents/definition";
import type { RunForm } from "@/lib/contract/testsets/schemas";
import type { Reader } from "../../platform/db/client";
import { agentRevisions } from "../../platform/db/tables/agent-revisions";
import { agents } from "../../platform/db/tables/agents";
import { AppError, invalidField, notFound } from "../../platform/errors/errors";

/** An agent's content and where it comes from. */
export interface AgentContent {
  definition: AgentDefinition;
  /** Null: not applied. */
  revision: number | null;
  /** For people. */
  label: string;
}

/** The content of the draft, of a revision, or of the applied one. Throws 400 or 409 if there is none. */
export async function findAgentContent(
  db: Reader,
  teamId: string,
  agentId: string,
  { draft, revision }: Pick<RunForm, "draft" | "revision">,
): Promise<AgentContent> {
  const [agent] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.teamId, teamId), eq(agents.id, agentId)));
  if (!agent) throw notFound("This agent");
  const number = draft ? null : (revision ?? agent.revision);
  if (number === agent.revision)
    return { definition: agentDefinition.parse(agent), revision: number, label: `Revision ${number}` };
  const [found] = await db
    .select({ definition: agentRevisions.definition })
    .from(agentRevisions)
    .where(
      and(
        eq(agentRevisions.ownerId, agentId),
        number === null ? isNull(agentRevisions.number) : eq(agentRevisions.number, number),
      ),
    );
  if (!found && draft) throw new AppError("conflict", "There is no draft to test.");
  if (!found) throw invalidField("revision", "This revision doesn't exist.");
  return { ...found, revision: number, label: number === null ? "Draft" : `Revision ${number}` };
}
