import { readFile } from "node:fs/promises";
import { expectAccessible } from "../support/axe";
import { ask, expect, openTeam, registerWithSample, test, thread } from "../support/browser";

test("an app is exported, and imported by another team that sees before what it changes", async ({ page, browser }) => {
  test.setTimeout(120_000);
  const { slug } = await registerWithSample(page);
  await page.goto(`/${slug}/apps`);
  await page.getByRole("button", { name: "Actions for Chat with the guide" }).click();
  await page.getByRole("menuitem", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("Chat with the guide.yaml");
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain("  agent: Muster guide\n");

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.emulateMedia({ reducedMotion: "reduce" });
  const { slug: theirs } = await registerWithSample(other, "Grace");
  await other.goto(`/${theirs}/apps`);
  await other.getByRole("link", { name: "Import" }).click();

  const file = (content: string) => ({
    name: "app.yaml",
    mimeType: "application/yaml",
    buffer: Buffer.from(content),
  });
  const give = (content: string) => other.locator('input[type="file"]').setInputFiles(file(content));
  await give(text.replace("agent: Muster guide", "agent: Nobody"));
  await expect(other.getByText(/^Line \d+, app\.agent: The file has no agent with this name\.$/)).toBeVisible();
  await expectAccessible(other, "a broken file");
  await give(text);
  await expect(other.getByText("Everything is already up to date.")).toBeVisible();
  await expect(other.getByRole("heading", { name: "Import Chat with the guide" })).toBeFocused();

  await other.getByRole("button", { name: "Choose another file" }).click();
  await expect(other.getByRole("heading", { name: "Import an app" })).toBeFocused();
  const changed = text.replace("You know Muster well.", "You know Muster by heart.").replaceAll("Offline demo", "Demo");
  await other.getByLabel("Or paste its content").fill(changed);
  await other.getByRole("button", { name: "Preview" }).focus();
  await other.keyboard.press("Enter");
  await expect(other.getByText("becomes Chat with the guide 2")).toBeVisible();
  await other.getByRole("button", { name: "Choose another file" }).click();
  await expect(other.getByLabel("Or paste its content")).toHaveValue(changed);
  await other.getByRole("button", { name: "Preview" }).click();
  await other.getByRole("button", { name: "Show changes to the agent “Muster guide”" }).click();
  await expect(other.getByText("by heart").first()).toBeVisible();
  await expectAccessible(other, "a preview");
  await other.getByRole("button", { name: "Replace", exact: true }).click();
  await expect(other.getByText("becomes Chat with the guide 2")).toHaveCount(0);
  await expect(other.getByLabel("Action for the agent “Muster guide”")).toHaveText(/Replace/);
  await other.getByRole("button", { name: "Import", exact: true }).click();
  await other.waitForURL(/\/app\/app_/);
  await other.getByRole("link", { name: "Muster guide" }).click();
  await expect(other.getByLabel("Backstory")).toHaveValue(/by heart/);
  await other.goto(`/${theirs}/apps`);
  await other.getByRole("link", { name: "Chat with the guide" }).click();
  await other.getByRole("button", { name: "New session" }).click();
  await other.waitForURL(/\/session\/session_/);
  await ask(other, "Hello there");
  await expect(
    thread(other)
      .getByText(/Hello there/)
      .first(),
  ).toBeVisible();
  await context.close();
});

test("an app is exported for another system, with a report before the download", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { slug } = await registerWithSample(page);
  await page.goto(`/${slug}/apps`);
  await page.getByRole("button", { name: "Actions for Chat with the guide" }).click();
  await page.getByRole("menuitem", { name: "Export" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Muster file (YAML)" })).toBeChecked();
  await dialog.getByRole("radio", { name: "OpenAI Agents SDK sketch (zip)" }).click();
  await expect(dialog.getByRole("list", { name: "Needs you" })).toContainText("Offline demo");
  await dialog.getByRole("radio", { name: "CrewAI project (zip)" }).click();
  await expect(dialog.getByRole("list", { name: "Needs you" })).toContainText("Offline demo");
  await dialog.getByRole("button", { name: /^Exported \d+$/ }).click();
  await expect(dialog.getByRole("list", { name: "Exported" })).toContainText("Muster guide");
  await expectAccessible(page, "a report of an export");
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("Chat with the guide (CrewAI).zip");
  expect((await readFile(await (await download).path())).subarray(0, 2).toString()).toBe("PK");
  await expect(dialog).toHaveCount(0);
});

test("a template is reviewed by a team without a model, added, and begun", async ({ page }) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { slug } = await openTeam(page);
  await page.goto(`/${slug}/app/import`);
  await page.getByRole("link", { name: "Browse templates" }).click();
  await page.getByRole("link", { name: "Research report" }).click();
  await page.getByRole("button", { name: "Review first" }).click();
  await expect(page.getByText("Choose the model to use for “Offline demo”.")).toBeVisible();
  const picture = page.getByRole("region", { name: "Tasks", exact: true });
  await expect(picture).toContainText("3 tasks, human input");
  await expect(picture.getByRole("listitem").nth(2)).toContainText("Depends on Gather notes, Calculate the figures");
  await expectAccessible(page, "a team without a model");
  await page.getByRole("button", { name: "Back to the template" }).click();
  await expect(page.getByRole("heading", { name: "Requirements" })).toBeVisible();
  await page.getByRole("button", { name: "Review first" }).click();
  await page.getByRole("button", { name: "Use the offline demo model" }).click();
  await expect(page.getByText("This app can't be imported yet:")).toHaveCount(0);

  // The first answer comes late, and must not be shown over the second.
  let calls = 0;
  await page.route("**/forms/import/preview", async (route) => {
    calls += 1;
    if (calls === 1) await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.continue().catch(() => {});
  });
  const choice = page.getByLabel("Action for the tool “Web page reader”");
  const choose = async (option: string) => {
    await choice.click();
    await page.getByRole("option", { name: option, exact: true }).click();
    await expect(choice).toHaveText(option);
  };
  await choose("Skip");
  await choose("Add");
  await expect(page.getByRole("button", { name: "Import", exact: true })).toBeEnabled();
  await page.waitForTimeout(3_500);
  expect(calls).toBe(2);
  await expect(choice).toHaveText("Add");
  await page.unroute("**/forms/import/preview");

  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.waitForURL(/\/app\/app_/);
  await page.getByRole("button", { name: "New session" }).click();
  await page.waitForURL(/\/session\/session_/);
  await page.getByRole("button", { name: "Start process" }).click();
  await page.getByRole("textbox", { name: "Subject" }).fill("Tides");
  await page.getByRole("textbox", { name: "What do you want to know?" }).fill("Why are there two a day?");
  await page.getByRole("radio", { name: "One page" }).click();
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page.getByText("This process is complete.")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("link", { name: "research-report.md" }).first()).toBeVisible();
});

test("files of another system are taken for what they are, and reported part by part", async ({ page }) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { slug } = await openTeam(page);
  await page.goto(`/${slug}/app/import`);
  const give = (files: Record<string, string>) =>
    page
      .locator('input[type="file"]')
      .setInputFiles(
        Object.entries(files).map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })),
      );
  await give({ "notes.txt": "Just notes." });
  await expect(page.getByText("This isn't an exported app.", { exact: false })).toBeVisible();
  await give({
    "agents.yaml": "cook: { role: Cook, goal: Cook {dish}, backstory: Long experience., llm: gpt-4o }".replace(
      "Cook {dish}",
      '"Cook {dish}"',
    ),
    "tasks.yaml": "boil: { description: Boil it., expected_output: A meal., agent: cook, guardrail: check }",
  });
  await expect(page.getByRole("heading", { name: "CrewAI, classic project" })).toBeVisible();
  const group = (name: string) => page.getByRole("button", { name });
  await expect(group("Needs you 2")).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("list", { name: "Needs you" })).toContainText("boil: guardrail");
  await expect(group("Left out 0")).toBeDisabled();
  const picture = page.getByRole("region", { name: "Tasks", exact: true });
  await expect(picture.getByRole("listitem")).toHaveText(/1\. boil.*cook.*Boil it\./);
  await picture.getByRole("region", { name: "Order of the tasks" }).focus();
  await expectAccessible(page, "a report");
  await group("Imported 3").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Imported", exact: true })).toContainText("The task “boil”.");
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Use the offline demo model" }).click();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { name: "App imported" })).toBeFocused();
  await page.getByRole("link", { name: "Open app" }).click();
  await page.waitForURL(/\/app\/app_/);
  await expect(page.getByRole("heading", { name: "Imported crew" })).toBeVisible();
  const checklist = page.getByRole("region", { name: "Finish the import" });
  await expect(checklist).toContainText("0 of 1 done");
  await expectAccessible(page, "a checklist");
  await checklist.getByRole("checkbox", { name: "boil: guardrail" }).check();
  await expect(checklist).toBeHidden();
});
