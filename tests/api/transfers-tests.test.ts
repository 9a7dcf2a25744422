import { expect, it } from "vitest";
import { type TestSetSummary, testsets } from "@/lib/contract/testsets/schemas";
import type { ImportStepView } from "@/lib/contract/transfers/import-steps";
import { type ImportPreview, transfers } from "@/lib/contract/transfers/schemas";
import { Permission } from "@/lib/permissions/bits";
import { callAs, expectOk, newPerson, type Person, type Reply } from "../support/client";
import { readTestSet } from "../support/evaluations";
import { joinTeam } from "../support/sessions";
import { sentencesOf } from "../support/transfers";

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });
type Files = Record<string, string>;

function formOf(files: Files, fields: Record<string, unknown> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  for (const [name, content] of Object.entries(files)) form.append("files", new Blob([content]), name);
  return form;
}
const previewReply = (person: Person, files: Files, fields = {}): Promise<Reply> =>
  callAs(transfers.preview, { ...to(person), body: formOf(files, fields) });
const previewOf = async (person: Person, files: Files, fields = {}): Promise<ImportPreview> =>
  ((await expectOk(previewReply(person, files, fields))) as { preview: ImportPreview }).preview;
async function importFiles(person: Person, files: Files, fields = {}): Promise<string> {
  const { fingerprint } = await previewOf(person, files, fields);
  const body = formOf(files, { ...fields, fingerprint });
  return String((await expectOk(callAs(transfers.import, { ...to(person), body })))._id);
}
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
  const looked = await previewOf(ada, withTests("soup"));
  expect(looked.report).toHaveLength(looked.source.parts);
  const outcomes = looked.report.filter(({ type }) => type === "test").map(({ outcome, note }) => [outcome, note]);
  expect(outcomes).toEqual([
    ["approximated", expect.stringContaining("judge model")],
    ["left", expect.stringContaining("can't be imported")],
  ]);
  const appId = await importFiles(ada, withTests("soup"));
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
  const appId = await importFiles(ada, withTests("soup"));
  expect((await previewOf(ada, withTests("soup"))).changes).toBe(false);
  expect((await previewOf(ada, withTests("broth"))).changes).toBe(true);
  expect(await importFiles(ada, withTests("broth"))).toBe(appId);
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
  expect((await previewOf(member, withTests("soup"))).problems).toEqual([expect.stringContaining("the app's tests")]);
  expect((await previewOf(member, crew)).problems).toEqual([]);
  const { fingerprint } = await previewOf(member, withTests("soup"));
  const body = formOf(withTests("soup"), { fingerprint });
  expect((await callAs(transfers.import, { ...to(member), body })).status).toBe(403);
  const alone = await previewReply(ada, { "promptfooconfig.yaml": config("soup") });
  expect([alone.status, sentencesOf(alone).join(" ")]).toEqual([400, expect.stringContaining("tests without an app")]);
});
