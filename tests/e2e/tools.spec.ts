import AxeBuilder from "@axe-core/playwright";
import { expect, openSample, test } from "../support/browser";

test("a tool is made for a connection, given to an agent, and its deletion names the agent", async ({ page }) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const check = async (name: string) => {
    const { violations } = await new AxeBuilder({ page }).exclude("#nprogress").analyze();
    const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(bad.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([]);
  };
  const slug = await openSample(page);
  await page.goto(`/${slug}/tools`);
  await expect(page.getByText("A tool is what an agent can do besides talking")).toBeVisible();
  await page.goto(`/${slug}/connections/add?source=file#step2`);
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("The quay closes at 22:00.") });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Use the offline one" }).click();
  await expect(page.getByText("Offline embedding model added.")).toBeVisible();
  await page.getByRole("button", { name: "Upload the file" }).click();
  await page.waitForURL(/\/datasource\/datasource_/);

  await page.goto(`/${slug}/tools`);
  await expect(page.getByText("search_notes", { exact: true })).toBeVisible();
  await check("list");
  await page.getByRole("link", { name: "New tool" }).click();
  await page.getByRole("button", { name: "Add tool" }).click();
  await expect(page.getByText("Enter a name.", { exact: true })).toBeVisible();
  await expect(page.getByText("Choose a connection.", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Notes by date");
  await page.getByLabel("Function name").fill("search_notes");
  await page.getByLabel("Connection").click();
  await page.getByRole("option", { name: /notes/ }).click();
  await page.getByLabel("Newer ones first").click();
  await check("form");
  await page.getByRole("button", { name: "Add tool" }).click();
  await expect(page.getByText("Your team has a tool named search_notes already.")).toBeVisible();
  await page.getByLabel("Function name").fill("search_notes_by_date");
  await page.getByRole("button", { name: "Add tool" }).click();
  await page.waitForURL(`**/${slug}/tools`);
  await expect(page.getByText("search_notes_by_date")).toBeVisible();

  await page.goto(`/${slug}/agents`);
  await page.getByRole("link", { name: "Muster guide" }).click();
  await page.getByLabel("Tools").click();
  await page.getByRole("option", { name: /Notes by date/ }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(`**/${slug}/agents`);

  await page.goto(`/${slug}/tools`);
  await page.getByRole("button", { name: "Actions for Notes by date" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("alertdialog").getByText("Muster guide")).toBeVisible();
  await check("deletion");
  await page.getByRole("button", { name: "Delete all the same" }).click();
  await expect(page.getByText("search_notes_by_date")).toHaveCount(0);
});
