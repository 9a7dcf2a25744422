import { and, asc, eq } from "drizzle-orm";
import type { CaseForm, TestCase } from "@/lib/contract/testsets/cases";
import { testsetForm } from "@/lib/contract/testsets/schemas";
import type { CheckedStep } from "@/lib/contract/transfers/import-steps";
import { Permission } from "@/lib/permissions/bits";
import { sameJson } from "@/lib/utils/json/same-json";
import type { Reader, Tx } from "../../platform/db/client";
import { testSets } from "../../platform/db/tables/test-sets";
import { AppError } from "../../platform/errors/errors";
import { createTestSet, updateTestSet } from "../../resources/test-sets/actions";
import type { createPartAudit } from "../audit/audit-call";
import type { Importer, ImportPlan } from "./plan";

const testSetName = "Imported tests";

/** What an import does with the tests beside the app's files. */
export interface PlannedTests {
  cases: CaseForm[];
  /** `none`: there are none, or the app has them already. */
  action: "none" | "new" | "replace";
  /** The app's set of imported tests. */
  id: string | undefined;
}

const toForm = ({ _id, required: _, ...form }: TestCase): CaseForm => form;

/** Plans a test set for the tests of a file: a new one, or the set of an earlier import into the same app. */
export async function planTests(
  db: Reader,
  { teamId }: Importer,
  { parts }: Pick<ImportPlan, "parts">,
  cases: CaseForm[],
): Promise<PlannedTests> {
  if (cases.length === 0) return { cases, action: "none", id: undefined };
  const app = parts.find(({ kind }) => kind === "app");
  const appId = app && app.action !== "new" ? app.held?.id : undefined;
  if (!appId) return { cases, action: "new", id: undefined };
  const [known] = await db
    .select({ id: testSets.id, cases: testSets.cases })
    .from(testSets)
    .where(and(eq(testSets.teamId, teamId), eq(testSets.appId, appId), eq(testSets.name, testSetName)))
    .orderBy(asc(testSets.id))
    .limit(1);
  if (!known) return { cases, action: "new", id: undefined };
  const isSame = sameJson(known.cases.map(toForm), cases);
  return { cases, action: isSame ? "none" : "replace", id: known.id };
}

/** Why the tests can't be imported: who imports an app may not be allowed to edit it. */
export function findTestProblems({ action }: PlannedTests, { permissions }: Importer): AppError[] {
  const permission = Permission.EDIT_APP;
  if (action === "none" || permissions.has(permission)) return [];
  const sentence = `${permissions.missing(permission)}: you can't import the app's tests. Leave out their file.`;
  return [new AppError("forbidden", sentence, { permission })];
}

/** Writes the planned test set of the imported app. Returns what it leaves to be done. */
export async function writeTests(
  tx: Tx,
  caller: Importer,
  { action, id, cases }: PlannedTests,
  appId: string,
  audited: ReturnType<typeof createPartAudit>,
): Promise<CheckedStep[]> {
  if (action === "none") return [];
  const testSetId = await audited(tx, "testset", id, async () => {
    if (!id) return createTestSet(tx, caller, testsetForm.parse({ name: testSetName, appId, cases }));
    await updateTestSet(tx, caller, id, { cases });
    return id;
  });
  const isGraded = cases.some(({ checks }) => checks.some((check) => check.type === "judge" && !check.modelId));
  return isGraded ? [{ type: "judge", testSetId }] : [];
}
