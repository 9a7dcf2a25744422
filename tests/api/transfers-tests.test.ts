import { expect, it } from "vitest";
import { type TestSetSummary, testsets } from "@/lib/contract/testsets/schemas";
import type { ImportStepView } from "@/lib/contract/transfers/import-steps";
import { transfers } from "@/lib/contract/transfers/schemas";
import { Permission } from "@/lib/permissions/bits";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import type { Files } from "../support/datasources";
import { readTestSet } from "../support/evaluations";
import { joinTeam } from "../support/sessions";
import { importedFiles, importFilesReply, previewFiles, previewFilesReply, sentencesOf } from "../support/transfers";

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });
const listSets = async (person: Person, appId: string) =>
  ((await expectOk(callAs(testsets.list, { ...to(person), query: { appId } }))) as { testsets: TestSetSummary[] })
    .testsets;

const crew = {
  "agents.yaml": "cook: { role: Cook, goal: Cook, backstory: Long. }",
  "tasks.yaml": "boil: { description: 'Boil {dish}.', expected_output: A meal., agent: cook }",
};
const config = (value: string) => `
prompts: ["Cook {{dish}}."]
tests:
  - vars: { dish: soup }
    assert: [{ type: contains, value: ${value} }, { type: llm-rubric, value: Is hot. }]
  - vars: { dish: stew }
    assert: [{ type: regex, value: "(?<=a)b" }]
`;
const withTests = (value: string): Files => ({ ...crew, "promptfooconfig.yaml": config(value) });

it("tests beside an app become its test set, and an unusable one is reported as left out", async () => {
  const ada = await newPerson();
  const looked = await previewFiles(ada, withTests("soup"));
  expect(looked.report).toHaveLength(looked.source.parts);
  const outcomes = looked.report.filter(({ type }) => type === "test").map(({ outcome, note }) => [outcome, note]);
  expect(outcomes).toEqual([
    ["approximated", expect.stringContaining("judge model")],
    ["left", expect.stringContaining("can't be imported")],
  ]);
  const appId = await importedFiles(ada, withTests("soup"));
  const sets = await listSets(ada, appId);
  expect(sets).toMatchObject([{ name: "Imported tests", appId, caseCount: 1, required: false }]);
  expect(await readTestSet(ada, sets[0]?._id ?? "")).toMatchObject({
    cases: [
      {
        input: "Cook soup.",
        variables: { dish: "soup" },
        checks: [
          { type: "contains", value: "soup" },
          { type: "judge", value: "Is hot." },
        ],
      },
    ],
  });
  const params = { resourceSlug: ada.slug, appId };
  const { steps } = (await expectOk(callAs(transfers.steps, { token: ada.token, params }))) as {
    steps: ImportStepView[];
  };
  expect(steps.map(({ message }) => message)).toContain("Choose a judge model for the test set “Imported tests”.");
});

it("an import as an update changes the app's imported tests, and the same ones change nothing", async () => {
  const ada = await newPerson();
  const appId = await importedFiles(ada, withTests("soup"));
  expect((await previewFiles(ada, withTests("soup"))).changes).toBe(false);
  expect((await previewFiles(ada, withTests("broth"))).changes).toBe(true);
  expect(await importedFiles(ada, withTests("broth"))).toBe(appId);
  const [set, ...others] = await listSets(ada, appId);
  expect(others).toEqual([]);
  expect(await readTestSet(ada, set?._id ?? "")).toMatchObject({
    revision: 2,
    cases: [{ checks: [{ value: "broth" }, {}] }],
  });
});

it("tests need the permission to edit apps, and an app", async () => {
  const [ada, bob] = [await newPerson(), await newPerson("Bob")];
  await joinTeam(bob, ada.slug, [
    Permission.CREATE_APP,
    Permission.CREATE_AGENT,
    Permission.CREATE_TASK,
    Permission.CREATE_VARIABLE,
  ]);
  const member = { ...bob, slug: ada.slug };
  expect((await previewFiles(member, withTests("soup"))).problems).toEqual([
    expect.stringContaining("the app's tests"),
  ]);
  expect((await previewFiles(member, crew)).problems).toEqual([]);
  const { fingerprint } = await previewFiles(member, withTests("soup"));
  expect((await importFilesReply(member, withTests("soup"), { fingerprint })).status).toBe(403);
  const alone = await previewFilesReply(ada, { "promptfooconfig.yaml": config("soup") });
  expect([alone.status, sentencesOf(alone).join(" ")]).toEqual([400, expect.stringContaining("tests without an app")]);
});
