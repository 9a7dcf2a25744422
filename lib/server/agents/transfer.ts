import { and, eq } from "drizzle-orm";
import { type AgentPart, agentPart } from "@/lib/contract/transfer-file";
import { namesIn } from "@/lib/utils/prompt-names";
import type { Tx } from "../db/client";
import { lockRow, nextVersion } from "../db/edit";
import { newId } from "../db/ids";
import { holdVariables } from "../variables/service";
import { type AgentRow, agentOf } from "./queries";
import { checkAgentReferences, pinsOf } from "./service";
import { agents } from "./table";

/** An agent as a file has it, with ids where the file has names. */
export const agentPartOf = ({ toolIds, variableIds, modelId, functionModelId, ...row }: AgentRow): AgentPart =>
  agentPart.strip().parse({
    ...row,
    ...{ model: modelId, functionModel: functionModelId, tools: toolIds, variables: variableIds },
  });

const columnsOf = ({ model, functionModel, tools, variables, ref: _ref, pinned: _pinned, ...own }: AgentPart) => ({
  ...own,
  ...{ modelId: model, functionModelId: functionModel, toolIds: tools, variableIds: variables },
});

interface Caller {
  teamId: string;
  accountId: string;
}

/** Writes an agent of a file whose names are ids by now, as a new one or over another. */
export async function saveAgent(tx: Tx, { teamId, accountId }: Caller, part: AgentPart, id?: string): Promise<string> {
  const form = columnsOf(part);
  const promptNames = namesIn(form.role, form.goal, form.backstory);
  await holdVariables(tx, teamId, { names: promptNames, ids: form.variableIds });
  await checkAgentReferences(tx, teamId, form);
  if (!id) {
    const made = newId("agent");
    await tx.insert(agents).values({ ...form, promptNames, id: made, teamId, createdBy: accountId });
    return made;
  }
  await lockRow(tx, agents, teamId, id);
  const { toolRevisions } = await agentOf(tx, teamId, id);
  const edited = { version: nextVersion, updatedBy: accountId, dateUpdated: new Date() };
  await tx
    .update(agents)
    .set({ ...form, promptNames, toolRevisions: pinsOf(form.toolIds, toolRevisions), ...edited })
    .where(and(eq(agents.teamId, teamId), eq(agents.id, id)));
  return id;
}
