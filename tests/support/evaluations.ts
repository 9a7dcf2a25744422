import { expect } from "vitest";
import type { Evaluation } from "@/lib/contract/evaluations/schemas";
import { evaluations } from "@/lib/contract/evaluations/schemas";
import type { TestSet } from "@/lib/contract/testsets/schemas";
import { testsets } from "@/lib/contract/testsets/schemas";
import { startEvaluationWorker } from "@/lib/server/engine/evaluations/worker";
import { applyPending } from "@/lib/server/resources/test-sets/apply-pending";
import { afterFile } from "./cleanups";
import { callAs, expectOk, type Person } from "./client";
import { testDatabase } from "./database";

const ofSet = ({ token, slug }: Person, testsetId: string) => ({ token, params: { resourceSlug: slug, testsetId } });

/** Works on evaluations in this process until the file's end. */
export async function evaluationWorker(): Promise<void> {
  const worker = startEvaluationWorker((await testDatabase()).db, applyPending);
  afterFile(() => worker.stop());
}

export async function addTestSet({ token, slug }: Person, body: object): Promise<string> {
  const call = { token, params: { resourceSlug: slug }, body: { name: "Set", ...body } };
  return String((await expectOk(callAs(testsets.add, call)))._id);
}

export async function readTestSet(person: Person, testsetId: string): Promise<TestSet> {
  return ((await expectOk(callAs(testsets.get, ofSet(person, testsetId)))) as { testset: TestSet }).testset;
}

export const runTestSet = async (person: Person, testsetId: string, body: object = {}): Promise<string> =>
  String((await expectOk(callAs(testsets.run, { ...ofSet(person, testsetId), body: { ...body } })))._id);

export async function readEvaluation({ token, slug }: Person, evaluationId: string): Promise<Evaluation> {
  const found = await expectOk(callAs(evaluations.get, { token, params: { resourceSlug: slug, evaluationId } }));
  return (found as { evaluation: Evaluation }).evaluation;
}

/** The evaluation after its end. */
export async function endedEvaluation(person: Person, id: string, timeout = 30_000): Promise<Evaluation> {
  await expect
    .poll(async () => (await readEvaluation(person, id)).status, { timeout, interval: 100 })
    .not.toBe("running");
  return readEvaluation(person, id);
}

/** Runs a set to the end. */
export const evaluate = async (person: Person, testsetId: string, body: object = {}, timeout?: number) =>
  endedEvaluation(person, await runTestSet(person, testsetId, body), timeout);

/** Outcomes by case and attempt. */
export const outcomesOf = ({ cases }: Pick<Evaluation, "cases">) =>
  cases.map(({ attempts }) => attempts.map(({ outcome }) => outcome));
