import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe";
import { ask, askAndWait, expect, openSample, password, registerWithSample, test, thread } from "../support/browser";

const section = (page: Page) => page.getByRole("region", { name: "Budget" });

async function setTokens(page: Page, tokens: string): Promise<void> {
  await section(page).getByLabel("Tokens per month").fill(tokens);
  await section(page).getByRole("button", { name: "Set budget" }).click();
  await expect(page.getByText("Budget saved.").last()).toBeVisible();
}

test("a team uses its budget up: the run waits, passes once, and goes on by itself when the budget is raised", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const slug = await openSample(page);
  const session = page.url();
  await askAndWait(page, "What is 17 * 23?");

  await page.goto(`/${slug}/team`);
  await expect(section(page).getByText(/This month: .+ No budget set\./)).toBeVisible();
  await section(page).getByLabel("Tokens per month").fill("1.5");
  await section(page).getByRole("button", { name: "Set budget" }).click();
  await expect(section(page).getByText("Enter a whole number of tokens.")).toBeVisible();
  await setTokens(page, "1");
  await expect(section(page).getByText(/[\d,]+ over budget/)).toBeVisible();
  await expect(section(page).getByText(/Resets \w+ 1 \(UTC\)\./)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  await page.goto(session);
  await ask(page, "What is 6 * 7?");
  const card = thread(page).getByRole("group", { name: "The team budget is used up" });
  await expect(card).toBeVisible({ timeout: 15_000 });
  await expect(card.getByText(/of 1$/)).toBeVisible();
  await expect(card.getByText(/Raise the budget to resume all paused runs/)).toBeVisible();
  await expect(page.getByText("Needs response")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.reload();
  await card.getByRole("button", { name: "Allow this run" }).click();
  await expect(thread(page).getByText("42")).toBeVisible({ timeout: 15_000 });
  await expect(thread(page).getByText("Ada allowed this run to exceed the team's budget.")).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect(page.getByText("Your turn")).toBeVisible({ timeout: 15_000 });

  await ask(page, "What is 5 * 5?");
  await card.getByRole("link", { name: "Edit budget" }).click();
  await page.waitForURL(/\/team$/);
  await setTokens(page, "1000000");
  await page.goto(session);
  await expect(thread(page).getByText("25", { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(thread(page).getByText("Ada changed the team's budget, and the run continued.")).toBeVisible();

  await page.goto(`${session}/trace`);
  await expect(page.getByRole("button", { name: /Waited for a response: the team's budget/ })).toHaveCount(2);
});

test("a visitor reads a calm sentence, and the answer comes once the app's budget is taken away", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const slug = await openSample(page);
  await askAndWait(page, "What is 17 * 23?");
  await page.goto(`/${slug}/apps`);
  await page.getByRole("main").getByRole("link", { name: "Chat with the guide" }).first().click();
  await page.waitForURL(/\/app\/app_/);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("radio", { name: "Anyone with the link" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/app\/app_\w+$/);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: /^Share/ });
  await dialog.getByRole("button", { name: "New link" }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = (await dialog.getByRole("link").getAttribute("href")) ?? "";
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Edit" }).click();
  await setTokens(page, "1");

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(url);
  await ask(guest, "What is 6 * 7?");
  await expect(thread(guest).getByText("This app has reached its usage limit.")).toBeVisible({ timeout: 15_000 });
  await expect(thread(guest).getByText(/budget|token/i)).toHaveCount(0);
  expect(await findViolations(guest)).toEqual([]);

  await section(page).getByRole("button", { name: "Remove budget" }).click();
  await expect(section(page).getByText(/No budget set\./)).toBeVisible();
  await expect(thread(guest).getByText("42")).toBeVisible({ timeout: 15_000 });
  await expect(thread(guest).getByText("The answer continues.")).toBeVisible();
});

test("an API key has a budget of its own", async ({ page }) => {
  await registerWithSample(page);
  await page.goto("/apikeys");
  await page.getByRole("button", { name: "New key" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Nightly report");
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page
    .getByRole("row", { name: /Nightly report/ })
    .getByRole("button")
    .click();
  await page.getByRole("menuitem", { name: "Budget" }).click();
  const dialog = page.getByRole("dialog", { name: "Budget for “Nightly report”" });
  await dialog.getByLabel("US dollars per month").fill("20");
  await dialog.getByLabel("US dollars per month").press("Enter");
  await expect(dialog.getByText("$0 of $20.00")).toBeVisible();
  await expect(dialog.getByText("$20.00 left")).toBeVisible();
});
