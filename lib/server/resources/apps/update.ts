import type { AppDefinition } from "@/lib/contract/apps/definition";
import { sameJson } from "@/lib/utils/json/same-json";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { invalidField } from "../../platform/errors/errors";
import type { Gate } from "../gate/service";
import { bindLink } from "../shares/actions";
import { applyDefinition, type Caller, type OtherColumns, updateColumns } from "./actions";
import { withSteps } from "./flow";
import { checkApp, type Form, toAppColumns, toFormDefinition } from "./form";
import { lockApp } from "./lock";
import { type AppRow, getApp } from "./queries";
import { requireProcess, revisionsOfApps, toDefinitionColumns } from "./revisions";
import { toScheduleColumns } from "./schedule";

interface Saving {
  /** The version that the caller has read. */
  version?: number | undefined;
  /** Of a process. True: saves the definition as a draft, and applies nothing. False: discards it. */
  draft?: boolean | undefined;
  note?: string | undefined;
}

/**
 * Changes the sent fields. Those that a process's revisions hold change its draft, or what is applied, which makes a new revision;
 * all others are changed immediately. Throws 409 with the current app for an outdated version.
 */
export async function updateApp(
  tx: Tx,
  caller: Caller,
  id: string,
  { version, draft, note, ...form }: Form & Saving,
  gate: Gate,
): Promise<void> {
  const sent = withSteps(form);
  const known = sent.schedule && (await getApp(tx, caller, id));
  const times = sent.schedule && known && (await toScheduleColumns(tx, caller, sent.schedule, known));
  const row = await lockApp(tx, caller, id, { version, variableIds: sent.variableIds, branches: sent.branches });
  if (sent.type !== undefined && sent.type !== row.type) throw invalidField("type", "An app's type can't be changed.");
  if (draft) requireProcess(row);
  const stored = draft && (await revisionsOfApps.findDraft(tx, id));
  const base = stored ? { ...row, ...toDefinitionColumns(stored.definition) } : row;
  await checkApp(tx, caller, sent, base);
  const columns = { ...toAppColumns(sent, row), ...times };
  if (row.type === "chat") await saveChat(tx, caller, row, columns, gate);
  else await saveDefinition(tx, caller, row, { definition: toFormDefinition(sent, base), draft, note, columns }, gate);
  if (sent.shareLinkShareId) await bindLink(tx, caller.teamId, sent.shareLinkShareId, id);
}

/** What decides a chat's answers has no draft. */
async function saveChat(tx: Tx, caller: Viewer, row: AppRow, columns: OtherColumns, gate: Gate): Promise<void> {
  const pick = ({ agentId, agentRevisions, variableIds }: AppRow) => ({ agentId, agentRevisions, variableIds });
  const sent = Object.entries(columns).filter(([, value]) => value !== undefined);
  const after = pick({ ...row, ...Object.fromEntries(sent) });
  const override = sameJson(after, pick(row))
    ? row.override
    : await gate(tx, row.teamId, { chats: { [row.id]: after } });
  await updateColumns(tx, caller, row.id, { ...columns, override });
}

interface Changed extends Saving {
  definition: AppDefinition;
  /** Other columns. */
  columns: OtherColumns;
}

async function saveDefinition(
  tx: Tx,
  caller: Viewer,
  row: AppRow,
  { definition, draft, note, columns }: Changed,
  gate: Gate,
): Promise<void> {
  if (draft === false) await revisionsOfApps.deleteDraft(tx, row.id);
  if (!draft) {
    await applyDefinition(tx, caller, { row, definition, number: null }, { note, columns }, gate);
    return;
  }
  await revisionsOfApps.saveDraft(tx, row.id, definition, caller.accountId);
  await updateColumns(tx, caller, row.id, columns);
}
