import type { Tx } from "../../platform/db/client";
import type { agents } from "../../platform/db/tables/agents";
import type { Restorer } from "../references/resource";
import { prepareVariables } from "../references/variables";

type AgentRow = typeof agents.$inferSelect;

/** Locks what an agent that is restored refers to. Throws 409 if its prompts name a secret. */
export async function prepareRestore(tx: Tx, { teamId }: Restorer, row: AgentRow): Promise<Partial<AgentRow>> {
  const { role, goal, backstory } = row;
  await prepareVariables(tx, teamId, row, { role, goal, backstory });
  return {};
}
