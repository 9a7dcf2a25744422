import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { askAndWait, expect, openSample, test, thread } from "../support/browser";

const harbour =
  "# Harbour rules\n\nThe quay closes at 22:00.\n\n# Mooring\n\nBoats longer than twelve metres moor at the north pier.";
const kitchen = "Bread is baked on Tuesdays. The oven takes forty loaves of rye at once.";

const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

async function check(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude("#nprogress").analyze();
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(bad.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([]);
}

/** Nothing may stick out of a phone's width. */
async function checkPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const { clientWidth, scrollWidth } = await page.evaluate(() => document.documentElement);
  expect([name, scrollWidth <= clientWidth]).toEqual([name, true]);
  await page.setViewportSize({ width: 1_440, height: 900 });
}

/** Uploads two documents through the wizard; ends at the connection's page once both are stored. */
async function connect(page: Page, slug: string): Promise<void> {
  await page.goto(`/${slug}/connections/add`);
  await page.getByRole("button", { name: /^Upload files/ }).click();
  await page
    .locator('input[type="file"]')
    .setInputFiles([file("harbour.md", harbour), file("kitchen.txt", kitchen), file("empty.txt", "")]);
  await page.getByLabel("Name").fill("Handbook");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Use the offline one" }).click();
  await expect(page.getByText("Offline embedding model added.")).toBeVisible();
  await page.getByRole("button", { name: "Upload 2 files" }).click();
  await page.waitForURL(/\/datasource\/datasource_/);
  await expect(page.getByText("Stored", { exact: true })).toHaveCount(3, { timeout: 30_000 });
}

test.describe("files", () => {
  test.beforeEach(async ({ page }) => {
    // What fades in has less contrast while it does.
    await page.emulateMedia({ reducedMotion: "reduce" });
  });

  test("are chosen, previewed, uploaded and read, and one that cannot be sent says so", async ({ page }) => {
    test.setTimeout(120_000);
    const slug = await openSample(page);
    await page.goto(`/${slug}/connections`);
    await expect(page.getByText("A connection brings your own documents")).toBeVisible();
    await check(page, "empty list");
    await page.getByRole("link", { name: "New connection" }).first().click();
    await page.waitForURL(/\/connections\/add/);
    await expect(page.getByRole("list", { name: "Sources" })).toBeVisible();
    await check(page, "sources");
    await checkPhone(page, "sources");
    await page.getByRole("button", { name: /^Upload files/ }).click();
    await page.locator('input[type="file"]').setInputFiles([file("harbour.md", harbour), file("empty.txt", "")]);
    await expect(page.getByText("It is empty.")).toBeVisible();
    await expect(page.getByText("1 file cannot be sent and will be left out")).toBeVisible();
    await check(page, "files");
    await page.getByRole("button", { name: "Remove empty.txt" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Your team has no embedding model yet.")).toBeVisible();
    await page.getByRole("button", { name: "Upload the file" }).click();
    await expect(page.getByText("Choose an embedding model.", { exact: true })).toBeVisible();
    await page.getByLabel("By headings").click();
    await page.getByRole("button", { name: "Preview the chunks" }).click();
    const chunks = page.getByRole("list", { name: "Chunks" });
    await expect(chunks.getByRole("listitem")).toHaveCount(2);
    await expect(chunks).toContainText("Harbour rules");
    await check(page, "chunks");
    await checkPhone(page, "chunks");
    await page.getByRole("button", { name: "Use the offline one" }).click();
    await expect(page.getByRole("combobox", { name: "Embedding model" })).toContainText("Offline embeddings");
    await page.getByRole("button", { name: "Upload the file" }).click();
    await page.waitForURL(/\/datasource\/datasource_/);
    await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText("1 document", { exact: true }).first()).toBeVisible();
    await page.getByRole("button", { name: "Harbour rules", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Document" });
    await expect(sheet.getByText("2 chunks")).toBeVisible();
    await expect(sheet.getByRole("table", { name: "Stages" })).toContainText("Embedded");
    await check(page, "document");
    await page.keyboard.press("Escape");
    await check(page, "documents");
    await checkPhone(page, "documents");
    await page.getByRole("link", { name: "Jobs" }).click();
    await expect(page.getByText("Done", { exact: true })).toBeVisible();
    await check(page, "jobs");
    await page.goto(`/${slug}/connections`);
    await expect(page.getByRole("link", { name: /harbour/ })).toBeVisible();
    await check(page, "list");
    await checkPhone(page, "list");
  });

  test("are asked on the test bench, whose questions are kept and compared", async ({ page }) => {
    test.setTimeout(120_000);
    const slug = await openSample(page);
    await connect(page, slug);
    await page.getByRole("link", { name: "Test bench" }).click();
    await page.getByLabel("Question", { exact: true }).fill("When does the quay close?");
    await page.keyboard.press("Enter");
    const kept = page.getByRole("region", { name: /^Kept/ });
    await expect(kept.locator("mark").first()).toBeVisible();
    await expect(kept.getByRole("listitem").first()).toContainText("Harbour rules");
    await check(page, "funnel");
    await checkPhone(page, "funnel");
    await kept.getByRole("button", { name: "Save the question, expecting this document" }).first().click();
    await expect(page.getByRole("table", { name: "Test questions" })).toContainText("When does the quay close?");
    await page.getByLabel("Passages at most", { exact: true }).fill("1");
    await page.getByRole("button", { name: "Run it" }).click();
    await expect(page.getByText("The one beside", { exact: true })).toBeVisible();
    await expect(page.getByText("Found (recall@1)")).toBeVisible();
    await expect(page.getByRole("table", { name: "Test questions" }).getByText("No. 1")).toHaveCount(2);
    await check(page, "cases");
    await page.getByRole("button", { name: "Use it" }).click();
    await expect(page.getByText("Agents now look for passages this way.")).toBeVisible();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("By rows").click();
    await expect(page.getByText(/All 2 documents are cut and embedded again/)).toBeVisible();
    await check(page, "settings");
    await page.getByRole("button", { name: "Save and embed again" }).click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
  });

  test("are cited in an answer, whose chips show the passage and how it was found", async ({ page }) => {
    test.setTimeout(120_000);
    const slug = await openSample(page);
    const session = page.url();
    await connect(page, slug);
    await page.goto(`/${slug}/agents`);
    await page.getByRole("link", { name: "Muster guide" }).click();
    await page.getByLabel("Tools").click();
    await page.getByRole("option", { name: /Handbook/ }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForURL(`**/${slug}/agents`);
    await page.goto(session);
    await askAndWait(page, "When does the quay close?");
    await expect(thread(page).getByRole("button", { name: /^Searched 1 source/ })).toBeVisible();
    await thread(page)
      .getByRole("button", { name: /^Source 1/ })
      .first()
      .click();
    const sheet = page.getByRole("dialog", { name: "Source 1" });
    await expect(sheet).toContainText("How it was found");
    await expect(sheet.locator("mark").first()).toBeVisible();
    await check(page, "passage");
    await sheet.getByRole("link", { name: "Open the document" }).click();
    await expect(page.getByRole("dialog", { name: "Document" })).toBeVisible();
    await page.goto(session);
    await thread(page)
      .getByRole("button", { name: /^Searched 1 source/ })
      .click();
    await expect(thread(page).getByRole("region", { name: /^Kept/ })).toBeVisible();
    await check(page, "search in the thread");
    await checkPhone(page, "search in the thread");
    await page.getByRole("link", { name: "Trace" }).click();
    await page.getByRole("button", { name: /^Retrieval/ }).click();
    await expect(page.getByRole("complementary", { name: "Step" }).getByText("Looked for")).toBeVisible();
  });
});
