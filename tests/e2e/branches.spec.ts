import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe";
import { expect, post, registerWithSample, test } from "../support/browser";

/** A process with three tasks. */
async function addProcess(page: Page) {
  const { slug, token } = await registerWithSample(page);
  const headers = { authorization: `Bearer ${token}` };
  const { agents } = await (await page.request.get(`/${slug}/agents.json`, { headers })).json();
  const taskIds: string[] = [];
  for (const name of ["Read the message", "Apologize", "Thank"]) {
    const body = { name, description: `${name}.`, expectedOutput: "A sentence.", agentId: agents[0]._id };
    taskIds.push((await post<{ _id: string }>(page, `/${slug}/forms/task/add`, body, token))._id);
  }
  const [read = "", ...others] = taskIds;
  const steps = [{ kind: "task", taskId: read }, ...others.map((taskId) => ({ kind: "task", taskId, after: [read] }))];
  const body = { name: "Answer mail", type: "process", sharingMode: "team", flow: { steps } };
  const { _id } = await post<{ _id: string }>(page, `/${slug}/forms/app/add`, body, token);
  return { slug, token, appId: _id };
}

async function openNewBranch(page: Page) {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { slug, token, appId } = await addProcess(page);
  await page.goto(`/${slug}/app/${appId}/edit`);
  await page.getByRole("button", { name: "New branch" }).click();
  return { slug, token, appId, sheet: page.getByRole("dialog", { name: "New branch" }) };
}

test("a branch is added to a process, decides, and skips the other case", async ({ page }) => {
  const { slug, appId, sheet } = await openNewBranch(page);
  await sheet.getByRole("button", { name: "Done" }).click();
  await expect(sheet.getByText("Enter a name.").first()).toBeVisible();
  await sheet.getByRole("textbox", { name: "Name", exact: true }).fill("Mood");
  await sheet.getByRole("combobox", { name: "Value" }).click();
  await page.getByRole("option", { name: "Output of Read the message" }).click();
  await sheet.getByLabel("Case 1").fill("Complaint");
  await sheet.getByLabel("Comparison").click();
  await page.getByRole("option", { name: "Contains", exact: true }).click();
  await sheet.getByRole("textbox", { name: "Value", exact: true }).last().fill("offline");
  await sheet.getByRole("button", { name: "Add condition" }).click();
  const second = sheet.getByRole("group", { name: "Condition 2" });
  await second.getByLabel("Condition 2 compares").click();
  await page.getByRole("option", { name: "A variable" }).click();
  await sheet.getByRole("button", { name: "Done" }).click();
  await expect(second.getByText("Enter a name.")).toBeVisible();
  await second.getByLabel("Condition 2 compares").click();
  await page.getByRole("option", { name: "The branch's value" }).click();
  await second.getByLabel("Comparison").click();
  await page.getByRole("option", { name: "Isn't empty" }).click();
  await sheet.getByRole("button", { name: "Add case" }).click();
  await sheet.getByRole("textbox", { name: "Case 2" }).fill("Praise");
  await sheet.getByRole("textbox", { name: "Value", exact: true }).last().fill("thanks");
  expect(await findViolations(page, { within: '[role="dialog"]' }), "sheet").toEqual([]);
  await sheet.getByRole("button", { name: "Done" }).click();

  await expect(page.getByText("Contains “offline” and isn't empty")).toBeVisible();

  const place = async (task: string, ...cases: string[]) => {
    await page.getByRole("button", { name: `Actions for ${task}`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Edit condition" }).click();
    const dialog = page.getByRole("dialog", { name: `Condition of “${task}”` });
    await dialog.getByLabel("Runs").click();
    await page.getByRole("option", { name: "In cases of Mood" }).click();
    await expect(dialog.getByText("Choose at least one case.")).toBeVisible();
    for (const one of cases) await dialog.getByLabel(one, { exact: true }).check();
    await dialog.getByRole("button", { name: "Done" }).click();
  };
  await place("Apologize", "Complaint");
  await place("Thank", "Praise", "Otherwise");
  await expect(page.getByText("If Praise or Otherwise")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("If Praise or Otherwise")).toHaveCount(0);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(page.getByText("If Praise or Otherwise")).toBeVisible();
  expect(await findViolations(page), "editor").toEqual([]);
  await page.getByRole("button", { name: "Save and apply" }).click();

  await page.goto(`/${slug}/app/${appId}`);
  await page.getByRole("button", { name: "New session" }).click();
  await page.waitForURL(/\/session\/session_/);
  await expect(
    page.getByRole("region", { name: "Tasks" }).getByText("Contains “offline” and isn't empty"),
  ).toBeVisible();
  expect(await findViolations(page), "before its start").toEqual([]);
  await page.getByRole("button", { name: "Start process" }).click();
  const picture = page.getByRole("region", { name: "Process" });
  await expect(picture.getByText("2 of 2 tasks completed")).toBeVisible({ timeout: 30_000 });
  await expect(picture.getByText("Skipped")).toBeVisible();
  await expect(picture.getByLabel("Taken")).toBeVisible();
  expect(await findViolations(page), "finished").toEqual([]);
  await page.getByRole("link", { name: "Trace" }).click();
  await expect(
    page.getByRole("region", { name: "Steps" }).getByRole("button", { name: /^Branch: Mood · Complaint/ }),
  ).toBeVisible();
});

test("a person decides whether a task runs, with a comment", async ({ page }) => {
  const { slug, token, appId, sheet } = await openNewBranch(page);
  await post(page, `/${slug}/forms/variable/add`, { name: "customer", defaultValue: "", description: "" }, token);
  await sheet.getByRole("textbox", { name: "Name", exact: true }).fill("Review");
  await sheet.getByRole("radio", { name: "A person" }).check();
  await sheet.getByRole("textbox", { name: "Case 1" }).fill("Approve");
  await sheet.getByLabel("Default case").fill("Reject");
  await sheet.getByRole("button", { name: "Done" }).click();
  await expect(sheet.getByText("Enter a question.")).toBeVisible();
  await sheet.getByLabel("Question").fill("Send the apology to {customer}?");
  await sheet.getByRole("checkbox", { name: "Read the message" }).check();
  await sheet.getByLabel("Timeout").click();
  await page.getByRole("option", { name: "1 day" }).click();
  await sheet.getByLabel("On timeout").click();
  await page.getByRole("option", { name: "The default case is taken" }).click();
  expect(await findViolations(page, { within: '[role="dialog"]' }), "sheet").toEqual([]);
  await sheet.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Asks: Send the apology to {customer}?")).toBeVisible();

  await page.getByRole("button", { name: "Actions for Apologize", exact: true }).click();
  await page.getByRole("menuitem", { name: "Edit condition" }).click();
  const dialog = page.getByRole("dialog", { name: "Condition of “Apologize”" });
  await dialog.getByLabel("Runs").click();
  await page.getByRole("option", { name: "In cases of Review" }).click();
  await dialog.getByLabel("Approve", { exact: true }).check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save and apply" }).click();

  await page.goto(`/${slug}/app/${appId}`);
  await page.getByRole("button", { name: "New session" }).click();
  await page.waitForURL(/\/session\/session_/);
  await page.getByRole("textbox", { name: "customer" }).fill("Grace");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("A person is asked: Send the apology to {customer}?")).toBeVisible();
  await page.getByRole("button", { name: "Start process" }).click();
  const form = page.getByRole("group", { name: "Review" });
  await expect(form.getByText("Review needs your decision.")).toBeVisible({ timeout: 30_000 });
  await page.getByText("Inputs", { exact: true }).click();
  await expect(page.getByText("Grace", { exact: true })).toBeVisible();
  await expect(form.getByText("Send the apology to Grace?")).toBeVisible();
  await form.getByRole("button", { name: "Submit" }).click();
  await expect(form.getByText("This field is required.")).toBeVisible();
  expect(await findViolations(page), "asking").toEqual([]);
  await form.getByRole("radio", { name: "Approve" }).check();
  await form.getByLabel("Comment").fill("Offer a refund.");
  await form.getByRole("button", { name: "Submit" }).click();
  const picture = page.getByRole("region", { name: "Process" });
  await expect(picture.getByText("3 of 3 tasks completed")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("chose “Approve” in “Review”: Offer a refund.")).toBeVisible();
  await page.goto(`/${slug}/app/${appId}/edit?tab=revisions`);
  await page.getByRole("button", { name: /^Revision 1/ }).click();
  await expect(page.getByText(/Review: anyone \(timeout: 1 day, then the run continues\) is asked/)).toBeVisible();
});
