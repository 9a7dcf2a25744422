import { expect, openSample, test } from "../support/browser";

test("a deletion is undone, and an item is restored with another name or deleted permanently", async ({ page }) => {
  const slug = await openSample(page);
  const addVariable = async (name: string) => {
    await page.goto(`/${slug}/variable/add`);
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Create variable" }).click();
    await page.waitForURL(`**/${slug}/variables`);
  };
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const menu = async (row: string, item: string) => {
    await page.getByRole("row", { name: row }).getByRole("button").last().click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const deleteVariable = async (name: string) => {
    await menu(name, "Delete");
    await expect(page.getByRole("alertdialog")).toContainText("You can restore it from the trash for up to 30 days.");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(link(name)).toHaveCount(0);
  };
  await addVariable("city");
  await deleteVariable("city");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Variable restored.")).toBeVisible();
  await expect(link("city")).toBeVisible();

  await deleteVariable("city");
  await addVariable("city");
  await page.goto(`/${slug}/team`);
  await page.getByRole("link", { name: "Open trash" }).click();
  await page.waitForURL(`**/${slug}/trash`);
  await menu("city", "Restore");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Your team already has a variable named city.")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("city_copy");
  await dialog.getByLabel("Name").fill("two words");
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(dialog.getByText("Names can't contain spaces or braces.")).toBeVisible();
  await dialog.getByLabel("Name").fill("town");
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Deleted apps, agents, tasks")).toBeVisible();

  await page.goto(`/${slug}/variables`);
  await expect(link("town")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await page.getByRole("toolbar", { name: "Selection" }).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("2 variables deleted.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("2 items restored.")).toBeVisible();
  await expect(link("town")).toBeVisible();

  await deleteVariable("town");
  await deleteVariable("city");
  await page.goto(`/${slug}/trash`);
  await page.getByRole("searchbox").fill("tow");
  await expect(page.getByRole("row", { name: "city" })).toHaveCount(0);
  await menu("town", "Delete permanently");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.getByText("Deleted permanently.")).toBeVisible();
  await page.goto(`/${slug}/trash`);
  await page.getByRole("button", { name: "Empty trash" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Empty trash" }).click();
  await expect(page.getByText("1 item deleted permanently.")).toBeVisible();
  await expect(page.getByText("Deleted apps, agents, tasks")).toBeVisible();
});
