import { findViolations } from "../support/axe";
import { expect, post, registerWithSample, test } from "../support/browser";

test("a process's draft runs nothing until it is applied, and an earlier revision is brought back", async ({
  page,
}) => {
  const { slug, token, appId: chatId } = await registerWithSample(page);
  const made = async (kind: string, body: object) => {
    const { _id } = await post<{ _id: string }>(page, `/${slug}/forms/${kind}/add`, body, token);
    return _id;
  };
  const answer = await page.request.get(`/${slug}/agents.json`);
  const { agents } = (await answer.json()) as { agents: { _id: string }[] };
  const task = { description: "Plan a trip.", expectedOutput: "A short text.", agentId: agents[0]?._id };
  const taskIds = [await made("task", { ...task, name: "Research" })];
  await made("task", { ...task, name: "Report" });
  const appId = await made("app", { name: "Trip", type: "process", sharingMode: "team", taskIds });

  await page.goto(`/${slug}/app/${appId}/edit`);
  await page
    .getByRole("combobox", { name: "Choose a task" })
    .or(page.getByText("Choose a task", { exact: true }))
    .click();
  await page.getByRole("option", { name: /Report/ }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Trip planner");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await expect(page.getByText(/Draft saved .+ Revision 1 is used until the draft is applied/)).toBeVisible();
  expect(await findViolations(page), "draft").toEqual([]);

  await page.getByRole("link", { name: "Revisions" }).click();
  const revisions = page.getByRole("list", { name: "Revisions" }).getByRole("listitem");
  await expect(revisions).toHaveText([/^Draft/, /^Revision 1Applied/]);
  await expect(page.getByLabel("Draft", { exact: true })).toContainText("2. Report");
  expect(await findViolations(page), "revisions").toEqual([]);
  await revisions.first().getByRole("button", { name: "Apply" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("It will become revision 2.");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(revisions).toHaveText([/^Revision 2Applied/, /^Revision 1/]);
  await revisions.last().getByRole("button", { name: "Revision 1" }).click();
  await expect(page.getByLabel("Revision 1", { exact: true })).toContainText("1. Research");
  await revisions.last().getByRole("button", { name: "Apply" }).click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(revisions).toHaveText([/^Revision 3Applied/, /^Revision 2/, /^Revision 1/]);

  await page.goto(`/${slug}/app/${appId}`);
  await expect(page.getByRole("heading", { name: "Trip planner" })).toBeVisible();
  await expect(page.getByRole("link", { name: "3", exact: true })).toBeVisible();
  await page.goto(`/${slug}/app/${chatId}/edit`);
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Revisions" })).toHaveCount(0);
});
