import { findViolations } from "../support/axe";
import { expect, registerWithSample, test } from "../support/browser";

test("the owner reads who changed what, narrows it and takes it along", async ({ page }) => {
  const { slug } = await registerWithSample(page);
  await page.goto(`/${slug}/agents`);
  await page.getByRole("table").getByRole("link").first().click();
  await page.waitForURL(/\/agent\/agent_/);
  await page.getByLabel("Name").fill("Renamed guide");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.waitForURL(`**/${slug}/agents`);

  await page.getByRole("button", { name: /^Account:/ }).click();
  await page.getByRole("menuitem", { name: "Audit log" }).click();
  await page.waitForURL(`**/${slug}/audit`);
  const rows = page.getByRole("table").getByRole("button");
  await expect(rows).toHaveText(["Updated agent “Renamed guide”", /^Updated team/, ...Array(6).fill(/^Created/)]);
  await expect(page.getByRole("columnheader")).toHaveText(["Action", "Actor", "Team", "IP address", "Time", "Actions"]);
  await rows.first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("row", { name: "Name Muster guide Renamed guide" })).toBeVisible();
  await expect(dialog.getByText("agents.edit")).toBeVisible();
  expect(await findViolations(page, { within: '[role="dialog"]' })).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "App", exact: true }).click();
  await expect(rows).toHaveText(["Created app “Chat with the guide”"]);
  await expect(page).toHaveURL(/\?kind=app$/);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.csv$/);
  await page.getByLabel("To", { exact: true }).fill("2001-01-01");
  await expect(page.getByText("No matches.")).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(rows).toHaveCount(8);
});
