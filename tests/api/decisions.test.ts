import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type App, apps } from "@/lib/contract/apps/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { handleDeadlines } from "@/lib/server/engine/runs/deadlines";
import { inputRequests } from "@/lib/server/platform/db/tables/input-requests";
import { branchStep, inCase, iterationStep, ofItem, readSteps, taskStep } from "../support/branches";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { newMember } from "../support/people";
import { bodies, newWriter, started, toldIn } from "../support/process-runs";
import { say, settled, testWorker } from "../support/sessions";
import { addProcess, newTask, newVariable } from "../support/tasks";
import { exported, imported } from "../support/transfers";

ownDatabase();
beforeAll(() => testWorker());
const standin = openAiForAll();

const ask = {
  by: "person",
  name: "Review",
  instructions: "Send this to {town}?",
  cases: [{ id: "yes", name: "Send", description: "It is right." }],
  defaultName: "Discard",
};

async function newTeam() {
  const { person, agentId } = await newWriter(standin().key);
  const told: string[] = [];
  standin().behave((request) => {
    told.push(toldIn(request));
    return { text: "Done.", ttftMs: 10 };
  });
  await newVariable(person, "town", "Ulm");
  const task = (name: string, more: object = {}) => newTask(person, name, { agentId, description: name, ...more });
  return { person, told, write: await task("Write"), send: await task("Send it"), close: await task("Close"), task };
}

const addFlow = async (person: Person, steps: object[]): Promise<string> =>
  String((await expectOk(addProcess(person, [], { flow: { steps } })))._id);

type Reply = Awaited<ReturnType<typeof say>>;
/** The status of a refusal, with its first issue. */
const refusalOf = ({ status, body }: Reply) => [status, (body as { issues?: object[] }).issues?.[0]];

const requestsOf = async (person: Person, sessionId: string) =>
  (await bodies(person, sessionId, "input_request")) as { requestId: string; [field: string]: unknown }[];

const decide = async (person: Person, sessionId: string, more: object, at = 0) => {
  const requestId = (await requestsOf(person, sessionId))[at]?.requestId;
  return say(person, sessionId, { requestId, ...more });
};

/** A process that writes, asks a person, and sends what was written if they say so. */
async function withReview(more: object = {}) {
  const team = await newTeam();
  const { person, write, send, close } = team;
  const appId = await addFlow(person, [
    taskStep(write),
    branchStep("branch_1", { ...ask, after: [write], ...more }),
    taskStep(send, [write], inCase("branch_1", "yes")),
    taskStep(close, [write, send]),
  ]);
  const begin = async () => {
    const sessionId = await started(person, appId);
    expect((await settled(person, sessionId)).status).toBe("waiting");
    return sessionId;
  };
  return { ...team, appId, begin };
}

describe("a branch that a person decides", () => {
  it("waits, and runs what belongs to the chosen case, which receives the comment", async () => {
    const { person, told, begin } = await withReview();
    const sessionId = await begin();
    expect(await readSteps(person, sessionId)).toEqual(["Write"]);
    expect(await requestsOf(person, sessionId)).toMatchObject([
      {
        kind: "form",
        name: "Review",
        text: "Review needs your decision.",
        taskId: "branch_1",
        form: {
          decides: true,
          fields: [
            {
              name: "decision",
              label: "Send this to Ulm?",
              description: "Send: It is right.",
              options: ["Send", "Discard"],
            },
            { name: "comment", required: false },
          ],
        },
      },
    ]);
    const input = { decision: "Send", comment: "Add a greeting." };
    await expectOk(decide(person, sessionId, { decision: "respond", reason: "Fine.", input }));
    expect((await settled(person, sessionId)).status).toBe("completed");
    expect(await readSteps(person, sessionId)).toEqual(["Write", "Review: Send", "Send it", "Close"]);
    expect(told[1]).toContain("Decision in “Review”:\\n\\nSend\\n\\nComment: Fine.\\n\\nAdd a greeting.");
    expect(told[2]).not.toContain("Add a greeting.");
  });

  it("skips it with the default case, also if the form is declined", async () => {
    const { person, begin } = await withReview();
    const skipped = ["Write", "Review: Discard", "Close"];
    for (const more of [
      { decision: "respond", input: { decision: "Discard" } },
      { decision: "reject", reason: "No." },
    ]) {
      const sessionId = await begin();
      await expectOk(decide(person, sessionId, more));
      expect((await settled(person, sessionId)).status).toBe("completed");
      expect(await readSteps(person, sessionId)).toEqual(skipped);
    }
  });

  it("refuses what is no case, and asks on", async () => {
    const { person, begin } = await withReview();
    const sessionId = await begin();
    for (const input of [{}, { decision: "Other" }, { decision: ["Send"] }, { decision: true }]) {
      const refusal = refusalOf(await decide(person, sessionId, { decision: "respond", input }));
      expect(refusal).toMatchObject([400, { path: "input.decision" }]);
    }
    expect((await settled(person, sessionId)).status).toBe("waiting");
  });

  it("asks its assignee, and takes the default case at the deadline if the run continues then", async () => {
    const asks = { assignee: { type: "role", role: "Team Admin" }, minutes: 5, onDeadline: "reject", passTo: null };
    const { person, begin } = await withReview({ asks });
    const sessionId = await begin();
    const [request] = await requestsOf(person, sessionId);
    expect(request).toMatchObject({ asks: { assignee: { type: "role", role: "Team Admin" } } });
    const { db } = await testDatabase();
    const past = { deadline: new Date(Date.now() - 1_000) };
    await db.update(inputRequests).set(past).where(eq(inputRequests.sessionId, sessionId));
    await handleDeadlines(db);
    expect((await settled(person, sessionId)).status).toBe("completed");
    expect(await readSteps(person, sessionId)).toEqual(["Write", "Review: Discard", "Close"]);
  });

  it("passes the comment on to all that runs because of it", async () => {
    const { person, told, send } = await newTeam();
    const cases = [{ id: "ulm", name: "Ulm", value: "Ulm" }];
    const appId = await addFlow(person, [
      branchStep("branch_1", ask),
      iterationStep("branch_2", { variable: "words" }, inCase("branch_1", "yes")),
      branchStep("branch_3", { variable: "town", cases }, ofItem("branch_2")),
      taskStep(send, [], inCase("branch_3", "ulm")),
    ]);
    const sessionId = await started(person, appId, { variables: { words: "ants" } });
    await settled(person, sessionId);
    await expectOk(
      decide(person, sessionId, { decision: "respond", input: { decision: "Send", comment: "Be brief." } }),
    );
    expect((await settled(person, sessionId)).status).toBe("completed");
    expect(told[0]).toContain("Comment: Be brief.");
  });

  it("can be edited, with its app, after its assignee has left the team", async () => {
    const { person, write } = await newTeam();
    const bob = await newMember(person);
    const account = (accountId: string) => ({
      assignee: { type: "account", accountId },
      minutes: null,
      onDeadline: "end",
    });
    const flow = (accountId: string, more = {}) => ({
      steps: [taskStep(write), branchStep("branch_1", { ...ask, asks: account(accountId), ...more })],
    });
    const appId = String((await expectOk(addProcess(person, [], { flow: flow(bob.accountId) })))._id);
    const params = { resourceSlug: person.slug };
    const to = { token: person.token, params: { ...params, appId } };
    await expectOk(callAs(teams.removeMember, { token: person.token, params, body: { memberId: bob.accountId } }));
    await expectOk(callAs(apps.edit, { ...to, body: { name: "Renamed" } }));
    const edited = flow(bob.accountId, { instructions: "Well?" });
    await expectOk(callAs(apps.edit, { ...to, body: { flow: edited } }));
    const body = { appId, name: "Renamed", type: "process" as const, flow: edited };
    await expectOk(callAs(apps.preview, { token: person.token, params, body }));
    const other = await newPerson();
    const refused = await callAs(apps.edit, { ...to, body: { flow: flow(other.accountId) } });
    expect(refusalOf(refused)).toMatchObject([400, { path: "flow.steps.1.asks.assignee.accountId" }]);
  });

  it("asks for each item of an iteration", async () => {
    const { person, send } = await newTeam();
    const appId = await addFlow(person, [
      iterationStep("branch_1", { variable: "words", concurrency: 2 }),
      branchStep("branch_2", { ...ask, instructions: "Send {item}?" }, ofItem("branch_1")),
      taskStep(send, [], inCase("branch_2", "yes")),
    ]);
    const sessionId = await started(person, appId, { variables: { words: "ants\nbees" } });
    expect((await settled(person, sessionId)).status).toBe("waiting");
    const questions = (await requestsOf(person, sessionId)).map(({ form }) => JSON.stringify(form));
    for (const [item, decision] of [
      ["ants", "Discard"],
      ["bees", "Send"],
    ]) {
      const at = questions.findIndex((form) => form.includes(`Send ${item}?`));
      await expectOk(decide(person, sessionId, { decision: "respond", input: { decision } }, at));
    }
    expect((await settled(person, sessionId)).status).toBe("completed");
    const steps = await readSteps(person, sessionId);
    expect(steps.filter((step) => step.startsWith("Send"))).toEqual(["Send it (item 2)"]);
    expect(steps.filter((step) => step.startsWith("Review")).sort()).toEqual([
      "Review (item 1): Discard",
      "Review (item 2): Send",
    ]);
  });

  it("needs a question, and someone of the team", async () => {
    const { person, write } = await newTeam();
    const other = await newPerson();
    const add = (more: object) =>
      addProcess(person, [], { flow: { steps: [taskStep(write), branchStep("branch_1", { ...ask, ...more })] } });
    const account = { assignee: { type: "account", accountId: other.accountId }, minutes: null, onDeadline: "end" };
    const refused = await Promise.all([add({ instructions: " " }), add({ cases: [] }), add({ asks: account })]);
    // Otherwise, the branch could become one that asks them, without a change of who is asked.
    const cases = [{ id: "yes", name: "Send", value: "x" }];
    const valued = await add({ by: "value", sourceTaskId: write, cases, asks: account });
    expect(refusalOf(valued)).toMatchObject([400, { path: "flow.steps.1.asks.assignee.accountId" }]);
    expect(refused.map(refusalOf)).toEqual([
      [400, { path: "flow.steps.1.instructions", message: "Enter a question." }],
      [400, { path: "flow.steps.1.cases", message: "Add at least one case." }],
      [
        400,
        {
          path: "flow.steps.1.asks.assignee.accountId",
          message: "The branch “Review” is assigned to someone who isn't on the team. Choose someone else.",
        },
      ],
    ]);
  });

  it("is in files as it is, with the name of who decides", async () => {
    const { person, write } = await newTeam();
    const account = { type: "account", accountId: person.accountId };
    const asks = { assignee: account, minutes: 60, onDeadline: "end", passTo: null };
    const appId = await addFlow(person, [taskStep(write), branchStep("branch_1", { ...ask, asks, after: [write] })]);
    const text = await exported(person, appId);
    expect(text).toContain("by: person");
    expect(text).toMatch(/assignee:\n\s+type: person\n\s+person: Ada/);
    const { _id } = await imported(person, { text: text.replace(/^app:\n {2}name: .*/m, "app:\n  name: Copy") });
    const params = { resourceSlug: person.slug, appId: _id };
    const app = (await expectOk(callAs(apps.get, { token: person.token, params }))).app as App;
    expect(app.processConfig.flow.steps[1]).toMatchObject({ by: "person", asks });
  });
});
