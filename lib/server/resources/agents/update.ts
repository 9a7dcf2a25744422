import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import type { Gate } from "../gate/service";
import { lockVariables } from "../references/variables";
import { applyDefinition, lockAgent, updateColumns } from "./actions";
import { checkReferences, listFormPromptNames, type NewAgent, pickPins } from "./form";
import { revisionsOfAgents, toDefinition } from "./revisions";

interface Saving {
  /** The version that the caller has read. */
  version?: number | undefined;
  /** True: saves the draft, and applies nothing. False: discards it. */
  draft?: boolean | undefined;
  note?: string | undefined;
}

/**
 * Changes the sent fields, of the draft or of what is applied, which makes a new revision. Throws 409 with the current agent
 * for an outdated version.
 */
export async function updateAgent(
  tx: Tx,
  caller: Viewer,
  id: string,
  { version, draft, note, ...sent }: Partial<NewAgent> & Saving,
  gate: Gate,
): Promise<void> {
  await lockVariables(tx, caller.teamId, { names: listFormPromptNames(sent), ids: sent.variableIds });
  const row = await lockAgent(tx, caller.teamId, id, version);
  await checkReferences(tx, caller, sent);
  const base = (draft && (await revisionsOfAgents.findDraft(tx, id))?.definition) || toDefinition(row);
  const changed = { ...base, ...sent };
  const definition = { ...changed, toolRevisions: pickPins(changed.toolIds, changed.toolRevisions) };
  if (draft === false) await revisionsOfAgents.deleteDraft(tx, id);
  if (!draft) {
    await applyDefinition(tx, caller, { row, definition, number: null }, { note }, gate);
    return;
  }
  await revisionsOfAgents.saveDraft(tx, id, definition, caller.accountId);
  await updateColumns(tx, caller.accountId, id);
}
