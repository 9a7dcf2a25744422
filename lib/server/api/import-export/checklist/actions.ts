import { and, eq } from "drizzle-orm";
import { type ImportStep, type ImportStepView, maxImportSteps } from "@/lib/contract/transfers/import-steps";
import type { Viewer } from "../../../access/visibility/visible";
import type { Tx } from "../../../platform/db/client";
import { lockRow } from "../../../platform/db/query/edit";
import { appImports } from "../../../platform/db/tables/app-imports";
import { apps } from "../../../platform/db/tables/apps";
import { notFound } from "../../../platform/errors/errors";
import { getApp } from "../../../resources/apps/queries";
import { findSteps, toStepId, viewSteps } from "./queries";

const ofApp = ({ teamId }: Pick<Viewer, "teamId">, appId: string) =>
  and(eq(appImports.teamId, teamId), eq(appImports.appId, appId));

async function store(tx: Tx, { teamId }: Viewer, appId: string, steps: ImportStep[]): Promise<void> {
  const values = { appId, teamId, steps };
  await tx
    .insert(appImports)
    .values(values)
    .onConflictDoUpdate({ target: appImports.appId, set: { steps, date: new Date() } });
}

/**
 * Stores what an import leaves to be done, with what is still open of an earlier one. What is already done is not stored. Returns
 * what is stored.
 */
export async function saveImportSteps(
  tx: Tx,
  caller: Viewer,
  appId: string,
  added: ImportStep[],
): Promise<ImportStepView[]> {
  await lockRow(tx, apps, caller.teamId, appId);
  const known = await findSteps(tx, caller.teamId, appId);
  const steps = new Map([...known, ...added].map((step) => [toStepId(step), step]));
  const views = await viewSteps(tx, await getApp(tx, caller, appId), [...steps.values()]);
  const shown = views.filter(({ done }) => !done).slice(0, maxImportSteps);
  const open = shown.flatMap(({ id }) => steps.get(id) ?? []);
  if (open.length > 0) await store(tx, caller, appId, open);
  else await tx.delete(appImports).where(ofApp(caller, appId));
  return shown;
}

/** Marks a step as done or open, whose state only a person knows. Throws 404 if the app has no such step. */
export async function tickStep(tx: Tx, caller: Viewer, appId: string, stepId: string, done: boolean): Promise<void> {
  await getApp(tx, caller, appId);
  await lockRow(tx, apps, caller.teamId, appId);
  const steps = await findSteps(tx, caller.teamId, appId);
  const isTicked = (step: ImportStep) => step.type === "manual" && toStepId(step) === stepId;
  if (!steps.some(isTicked)) throw notFound("This step");
  await store(
    tx,
    caller,
    appId,
    steps.map((step) => (isTicked(step) ? { ...step, done } : step)),
  );
}

/** Dismisses the steps for everyone. */
export async function dismissSteps(tx: Tx, caller: Viewer, appId: string): Promise<void> {
  await getApp(tx, caller, appId);
  await tx.delete(appImports).where(ofApp(caller, appId));
}
