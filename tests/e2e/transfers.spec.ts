import { readFile } from "node:fs/promises";
import AxeBuilder from "@axe-core/playwright";
import { ask, expect, openSample, register, test, thread } from "../support/browser";

test("an app is exported, and imported by another team that sees before what it changes", async ({ page, browser }) => {
  test.setTimeout(120_000);
  const slug = await openSample(page);
  await page.goto(`/${slug}/apps`);
  await page.getByRole("button", { name: "Actions for Talk to the guide" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export" }).click();
  expect((await download).suggestedFilename()).toBe("Talk to the guide.yaml");
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain("  agent: Muster guide\n");

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.emulateMedia({ reducedMotion: "reduce" });
  const check = async (name: string) => {
    const { violations } = await new AxeBuilder({ page: other }).exclude("#nprogress").analyze();
    const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(bad.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([]);
  };
  await register(other, "Grace");
  await other.getByRole("button", { name: "Take the sample" }).click();
  await other.waitForURL(/\/app\/app_/);
  const theirs = new URL(other.url()).pathname.split("/")[1] ?? "";
  await other.goto(`/${theirs}/apps`);
  await other.getByRole("link", { name: "Import" }).click();

  const file = (content: string) => ({
    ...{ name: "app.yaml", mimeType: "application/yaml" },
    buffer: Buffer.from(content),
  });
  const give = (content: string) => other.locator('input[type="file"]').setInputFiles(file(content));
  await give(text.replace("agent: Muster guide", "agent: Nobody"));
  await expect(other.getByText(/^Line \d+, app\.agent: The file has no agent of this name\.$/)).toBeVisible();
  await check("a broken file");
  await give(text);
  await expect(other.getByText("All of this is there already: nothing would change.")).toBeVisible();

  await other.getByRole("button", { name: "Another file" }).click();
  const changed = text.replace("You know Muster well.", "You know Muster by heart.").replaceAll("Offline demo", "Demo");
  await other.getByLabel("Or paste its text").fill(changed);
  await other.getByRole("button", { name: "Look at it" }).focus();
  await other.keyboard.press("Enter");
  await expect(other.getByText("becomes Talk to the guide 2")).toBeVisible();
  await other.getByRole("button", { name: "Difference of the agent Muster guide" }).click();
  await expect(other.getByText("by heart").first()).toBeVisible();
  await check("a preview");
  await other.getByRole("button", { name: "Replace", exact: true }).click();
  await expect(other.getByText("becomes Talk to the guide 2")).toHaveCount(0);
  await expect(other.getByLabel("What becomes of the agent Muster guide")).toHaveText(/Replace the one here/);
  await other.getByRole("button", { name: "Import", exact: true }).click();
  await other.waitForURL(/\/app\/app_/);
  await other.getByRole("link", { name: "Muster guide" }).click();
  await expect(other.getByLabel("Backstory")).toHaveValue(/by heart/);
  await other.goto(`/${theirs}/apps`);
  await other.getByRole("link", { name: "Talk to the guide" }).click();
  await other.getByRole("button", { name: "Start a session" }).click();
  await other.waitForURL(/\/session\/session_/);
  await ask(other, "Hello there");
  await expect(
    thread(other)
      .getByText(/Hello there/)
      .first(),
  ).toBeVisible();
  await context.close();
});
