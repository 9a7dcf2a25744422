import type { Branch } from "@/lib/contract/apps/branch";
import { listReadNames } from "@/lib/contract/apps/steps";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { checkVersion, lockRow } from "../../platform/db/query/edit";
import { apps } from "../../platform/db/tables/apps";
import { lockTaskContexts } from "../references/tasks";
import { lockVariables } from "../references/variables";
import { type AppRow, getApp, viewApp } from "./queries";

interface Used {
  variableIds?: string[] | undefined;
  branches?: readonly Branch[] | undefined;
}

/** Locks variables that an app refers to, and tasks, so that they are not deleted, and their dependencies not changed, meanwhile. */
export async function lockReferences(tx: Tx, teamId: string, { variableIds, branches }: Used): Promise<void> {
  await lockVariables(tx, teamId, { ids: variableIds, names: listReadNames(branches) });
  await lockTaskContexts(tx, teamId);
}

/** Locks what an app refers to, and then the app, which it returns. Throws 409 with the current app for an outdated version. */
export async function lockApp(
  tx: Tx,
  viewer: Viewer,
  id: string,
  { version, ...used }: Used & { version?: number | undefined },
): Promise<AppRow> {
  await lockReferences(tx, viewer.teamId, used);
  await lockRow(tx, apps, viewer.teamId, id);
  const row = await getApp(tx, viewer, id);
  if (version !== undefined && version !== row.version)
    checkVersion(row.version, version, "app", await viewApp(tx, viewer, id));
  return row;
}
