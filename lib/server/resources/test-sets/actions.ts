import { and, count, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { maxTestSets } from "@/lib/constants/limits";
import type { Issue } from "@/lib/contract/base/error";
import { type CaseForm, maxCases, type TestCase } from "@/lib/contract/testsets/cases";
import type { shapes, testsetForm } from "@/lib/contract/testsets/schemas";
import { sameJson } from "@/lib/utils/json/same-json";
import type { Viewer } from "../../access/visibility/visible";
import { cancelRun } from "../../engine/runs/cancel";
import { afterCommit } from "../../platform/db/after-commit";
import { openDatabase, type Tx } from "../../platform/db/client";
import { checkVersion, editedBy, lockRow } from "../../platform/db/query/edit";
import { evaluationAttempts, evaluations, testSetRevisions, testSets } from "../../platform/db/tables/test-sets";
import { AppError, invalidField } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { findReferenceIssues, throwIssues } from "../references/check";
import { getTestSet, requireEditor, viewTestSet } from "./queries";

type Form = z.output<typeof testsetForm>;
type Edit = z.output<typeof shapes.edit.body>;

/** Characters of all cases of a set as JSON: what one revision takes. */
const maxCasesChars = 8_000_000;

/** Gives new cases an ID. A case keeps its ID, which connects its results. */
function toCases(forms: readonly CaseForm[], required: boolean, known: readonly TestCase[] = []): TestCase[] {
  const knownCases = new Map(known.map((one) => [one._id, one]));
  const seen = new Set<string>();
  const cases = forms.map((form) => {
    const _id = form._id && knownCases.has(form._id) && !seen.has(form._id) ? form._id : newId("case");
    seen.add(_id);
    return { ...form, _id, required: form.required ?? knownCases.get(_id)?.required ?? required };
  });
  if (cases.length > maxCases) throw invalidField("cases", `A test set can have up to ${maxCases} cases.`);
  if (JSON.stringify(cases).length > maxCasesChars)
    throw invalidField(
      "cases",
      "The cases and their recorded results are too large. Move some cases to another test set.",
    );
  return cases;
}

async function checkForm(tx: Tx, caller: Viewer, sent: Partial<Form> & Edit): Promise<void> {
  throwIssues([
    ...(await findReferenceIssues(tx, caller, "testset", sent)),
    ...(await findJudgeIssues(tx, caller, sent.cases ?? [])),
  ]);
}

/** The judges of single checks, each like that of the set. */
async function findJudgeIssues(tx: Tx, caller: Viewer, cases: readonly CaseForm[]): Promise<Issue[]> {
  const judges = cases.flatMap(({ checks }, i) =>
    checks.flatMap((check, j) =>
      check.type === "judge" && check.modelId
        ? [{ judgeModelId: check.modelId, path: `cases.${i}.checks.${j}.modelId` }]
        : [],
    ),
  );
  const problems = new Map<string, string | undefined>();
  for (const id of new Set(judges.map(({ judgeModelId }) => judgeModelId)))
    problems.set(id, (await findReferenceIssues(tx, caller, "testset", { judgeModelId: id }))[0]?.message);
  return judges.flatMap(({ judgeModelId, path }) => {
    const message = problems.get(judgeModelId);
    return message ? [{ path, message }] : [];
  });
}

const storeRevision = (tx: Tx, testSetId: string, number: number, cases: TestCase[], createdBy: string) =>
  tx.insert(testSetRevisions).values({ testSetId, number, cases, createdBy });

export async function createTestSet(tx: Tx, caller: Viewer, form: Form): Promise<string> {
  const { teamId, accountId } = caller;
  const { agentId, appId } = form;
  if ((agentId === undefined) === (appId === undefined))
    throw invalidField(agentId ? "appId" : "agentId", "Choose an agent or an app.");
  requireEditor(caller, { agentId: agentId ?? null });
  await checkForm(tx, caller, form);
  const [counted] = await tx.select({ n: count() }).from(testSets).where(eq(testSets.teamId, teamId));
  if ((counted?.n ?? 0) >= maxTestSets)
    throw new AppError(
      "conflict",
      `A team can have up to ${maxTestSets} test sets. Delete one that is no longer used.`,
    );
  const id = newId("testset");
  const cases = toCases(form.cases, form.required);
  await tx.insert(testSets).values({ ...form, cases, id, teamId, createdBy: accountId });
  await storeRevision(tx, id, 1, cases, accountId);
  return id;
}

/** Changes the sent fields. Changed cases make a new revision. Throws 409 with the current set for an outdated version. */
export async function updateTestSet(tx: Tx, caller: Viewer, id: string, { version, ...sent }: Edit): Promise<void> {
  const { teamId, accountId } = caller;
  await lockRow(tx, testSets, teamId, id);
  const row = await getTestSet(tx, caller, id);
  requireEditor(caller, row);
  if (version !== undefined && version !== row.version)
    checkVersion(row.version, version, "testset", await viewTestSet(tx, caller, id));
  await checkForm(tx, caller, sent);
  const cases = sent.cases ? toCases(sent.cases, sent.required ?? row.required, row.cases) : row.cases;
  const isChanged = !sameJson(cases, row.cases);
  const revision = isChanged ? row.revision + 1 : row.revision;
  if (isChanged) await storeRevision(tx, id, revision, cases, accountId);
  await tx
    .update(testSets)
    .set({ ...sent, cases, revision, ...editedBy(accountId) })
    .where(and(eq(testSets.teamId, teamId), eq(testSets.id, id)));
}

/** Adds cases at the end. Returns their IDs. */
export async function addCases(tx: Tx, caller: Viewer, id: string, forms: CaseForm[]): Promise<string[]> {
  await lockRow(tx, testSets, caller.teamId, id);
  const { cases: known } = await getTestSet(tx, caller, id);
  const added = forms.map(({ _id: _, ...form }) => form);
  await updateTestSet(tx, caller, id, { cases: [...known, ...added] });
  const { cases } = await getTestSet(tx, caller, id);
  return cases.slice(known.length).map(({ _id }) => _id);
}

export async function deleteTestSet(tx: Tx, caller: Viewer, id: string): Promise<void> {
  const { teamId } = caller;
  await lockRow(tx, testSets, teamId, id);
  requireEditor(caller, await getTestSet(tx, caller, id));
  const running = await listOpenSessions(tx, id);
  await tx.delete(testSets).where(and(eq(testSets.teamId, teamId), eq(testSets.id, id)));
  afterCommit(tx, () => cancelRuns(teamId, running));
}

/** The sessions of attempts that have not ended. */
async function listOpenSessions(tx: Tx, testSetId: string): Promise<string[]> {
  const rows = await tx
    .select({ sessionId: evaluationAttempts.sessionId })
    .from(evaluationAttempts)
    .innerJoin(evaluations, eq(evaluations.id, evaluationAttempts.evaluationId))
    .where(and(eq(evaluations.testSetId, testSetId), isNull(evaluationAttempts.outcome)));
  return rows.flatMap(({ sessionId }) => sessionId ?? []);
}

async function cancelRuns(teamId: string, sessionIds: string[]): Promise<void> {
  const { db } = await openDatabase();
  for (const sessionId of sessionIds) await cancelRun(db, teamId, sessionId);
}
