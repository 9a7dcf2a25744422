import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe";
import { expect, post, registerWithSample, test } from "../support/browser";

const animals = ["ants", "bees", "cats"];

/** A process with a task that lists animals, one that writes about an animal, and one that sums up. */
async function addProcess(page: Page) {
  const { slug, token } = await registerWithSample(page);
  const headers = { authorization: `Bearer ${token}` };
  const { agents } = await (await page.request.get(`/${slug}/agents.json`, { headers })).json();
  const list = { type: "array", items: { type: "string" }, minItems: animals.length };
  const structuredOutput = { type: "object", properties: { animals: list }, required: ["animals"] };
  const tasks = [
    { name: "Name animals", description: `Name “${animals.join("”, “")}”.`, structuredOutput },
    { name: "Describe", description: "Describe {item}.", storeTaskOutput: true, taskOutputFileName: "animal.md" },
    { name: "Sum up", description: "Sum up." },
  ];
  const taskIds: string[] = [];
  for (const task of tasks) {
    const body = { ...task, expectedOutput: "A sentence.", agentId: agents[0]._id };
    taskIds.push((await post<{ _id: string }>(page, `/${slug}/forms/task/add`, body, token))._id);
  }
  const [first, second = "", third] = taskIds;
  const steps = [
    { kind: "task", taskId: first },
    { kind: "task", taskId: second },
    { kind: "task", taskId: third, after: [second] },
  ];
  const body = { name: "Zoo", type: "process", sharingMode: "team", flow: { steps } };
  const { _id } = await post<{ _id: string }>(page, `/${slug}/forms/app/add`, body, token);
  return { slug, appId: _id };
}

async function chooseAction(page: Page, card: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${card}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("an iteration is added to a process, and runs a task for each item of a list", async ({ page }) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { slug, appId } = await addProcess(page);
  await page.goto(`/${slug}/app/${appId}/edit`);
  await page.getByRole("button", { name: "New iteration" }).click();
  const sheet = page.getByRole("dialog", { name: "New iteration" });
  await sheet.getByRole("textbox", { name: "Name", exact: true }).fill("Animals");
  await sheet.getByRole("combobox", { name: "List" }).click();
  await page.getByRole("option", { name: "Output of Name animals" }).click();
  await sheet.getByRole("textbox", { name: "Field" }).fill("animals");
  await sheet.getByLabel("Items at the same time").fill("9");
  await sheet.getByRole("button", { name: "Done" }).click();
  await expect(sheet.getByText("Enter a number from 1 to 8.")).toBeVisible();
  await sheet.getByLabel("Items at the same time").fill("2");
  expect(await findViolations(page, { within: '[role="dialog"]' }), "sheet").toEqual([]);
  await sheet.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("For each item of Name animals (animals)")).toBeVisible();
  await expect(page.getByText("2 items at the same time, up to 100 items")).toBeVisible();

  // With the keyboard alone.
  await page.getByRole("button", { name: "Move Describe", exact: true }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Run for each item", { exact: true })).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText("Drop to run for each item of Animals.")).toHaveCount(1, { timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await page.keyboard.press("Space");
  await expect(page.getByText("For each item of Animals", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("For each item of Animals", { exact: true })).toHaveCount(0);
  await chooseAction(page, "Describe", "Edit condition");
  const condition = page.getByRole("dialog", { name: "Condition of “Describe”" });
  await expect(condition.getByText("Not part of a branch or iteration.")).toBeVisible();
  await condition.getByLabel("Runs").click();
  await page.getByRole("option", { name: "For each item of Animals" }).click();
  await expect(condition.getByText("Runs once for each item of the list.")).toBeVisible();
  expect(await findViolations(page, { within: '[role="dialog"]' }), "condition").toEqual([]);
  await condition.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("For each item of Animals", { exact: true })).toBeVisible();

  await chooseAction(page, "Describe", "Edit dependencies");
  const dependencies = page.getByRole("dialog", { name: "Dependencies of “Describe”" });
  await expect(dependencies.getByLabel("Name animals")).toBeVisible();
  await expect(dependencies.getByLabel("Sum up")).toHaveCount(0);
  await dependencies.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Depends on Describe", { exact: true })).toBeVisible();
  expect(await findViolations(page), "editor").toEqual([]);
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.waitForURL(`**/${slug}/app/${appId}`);

  await page.goto(`/${slug}/app/${appId}/edit?tab=revisions`);
  await page.getByRole("button", { name: /^Revision 1/ }).click();
  await expect(page.getByText("Animals: for each item of animals of Name animals")).toBeVisible();

  await page.goto(`/${slug}/app/${appId}`);
  await page.getByRole("button", { name: "New session" }).click();
  await page.waitForURL(/\/session\/session_/);
  const upcoming = page.getByRole("region", { name: "Tasks" });
  await expect(upcoming.getByText("For each item of Name animals (animals)", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Start process" }).click();
  const picture = page.getByRole("region", { name: "Process" });
  await expect(picture.getByRole("progressbar", { name: "Progress of Describe" })).toBeVisible({ timeout: 30_000 });
  await expect(picture.getByText("3 of 3 tasks completed")).toBeVisible({ timeout: 60_000 });
  await expect(picture.getByText("3 items", { exact: true })).toHaveCount(2);
  await picture.getByRole("button", { name: /^Describe/ }).click();
  const items = picture.getByRole("region", { name: "Items of Describe" });
  await expect(items.getByRole("listitem")).toHaveCount(animals.length);
  await expect(items.getByRole("link", { name: "animal-2.md" })).toBeVisible();
  await items.getByRole("button", { name: /^2\. bees/ }).click();
  await expect(items.getByText("Offline demo model").first()).toBeVisible();
  expect(await findViolations(page), "finished").toEqual([]);

  await page.getByRole("link", { name: "Trace" }).click();
  const steps = page.getByRole("region", { name: "Steps" });
  await expect(steps.getByRole("button", { name: /^Iteration: Animals/ })).toBeVisible();
  await picture.getByRole("button", { name: /^Describe/ }).click();
  await items.getByRole("button", { name: /^3\. cats/ }).click();
  await expect(steps.getByRole("button", { name: /^Task: Describe \(item 3\)/ })).toBeFocused();
  expect(await findViolations(page), "trace").toEqual([]);
});
