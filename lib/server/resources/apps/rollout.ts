import { eq, sql } from "drizzle-orm";
import type { Viewer } from "../../access/visibility/visible";
import type { Reader, Tx } from "../../platform/db/client";
import { apps } from "../../platform/db/tables/apps";
import { sessions } from "../../platform/db/tables/sessions";
import type { Gate } from "../gate/service";
import type { Choice } from "../revisions/actions";
import { addRolledOut, toRollout, viewRollout, withShare } from "../rollouts/service";
import { lockToUse, updateColumns } from "./actions";
import { lockApp } from "./lock";
import { getProcess, revisionsOfApps, toDefinition } from "./revisions";

/** Rolls out the draft or a revision to a share of new sessions. Returns its number. Throws 409 while another one is rolled out. */
export async function startRollout(
  tx: Tx,
  caller: Viewer,
  id: string,
  { share, ...choice }: Choice & { share: number },
  gate: Gate,
): Promise<number> {
  const { accountId: startedBy, teamId } = caller;
  const content = await lockToUse(tx, caller, id, "roll out", choice);
  const change = { applied: toDefinition(content.row), note: choice.note, createdBy: startedBy };
  const revision = await addRolledOut(revisionsOfApps, tx, content, change);
  const override = await gate(tx, teamId, { revision, processes: { [id]: content.definition } });
  await updateColumns(tx, caller, id, { rollout: toRollout({ revision, share, startedBy, override }) });
  return revision;
}

/** Returns the number of the revision that is rolled out. */
export async function changeShare(
  tx: Tx,
  caller: Viewer,
  id: string,
  { version, ...sent }: Omit<Choice, "note"> & { share: number },
): Promise<number> {
  await getProcess(tx, caller, id);
  const row = await lockApp(tx, caller, id, { version });
  const rollout = await withShare(revisionsOfApps, tx, row, sent);
  await updateColumns(tx, caller, id, { rollout });
  return rollout.revision;
}

export async function stopRollout(tx: Tx, caller: Viewer, id: string): Promise<void> {
  await getProcess(tx, caller, id);
  await lockApp(tx, caller, id, {});
  await updateColumns(tx, caller, id, { rollout: null });
}

export const viewAppRollout = async (db: Reader, viewer: Viewer, id: string) =>
  viewRollout(db, viewer, revisionsOfApps, await getProcess(db, viewer, id), {
    apps: eq(apps.id, id),
    revision: sql<number>`(${sessions.revisions}->>'app')::int`,
    ratings: undefined,
  });
