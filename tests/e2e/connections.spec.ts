import type { Page } from "@playwright/test";
import { createPool } from "@/lib/server/platform/db/connection/pool";
import { expectAccessible } from "../support/axe";
import {
  askAndWait,
  composer,
  expect,
  openSample,
  openTeam,
  registerWithSample,
  takeOfflineEmbeddings,
  test,
  thread,
} from "../support/browser";
import { ownPostgres } from "../support/own-postgres";

const harbour =
  "# Harbour rules\n\nThe quay closes at 22:00.\n\n# Mooring\n\nBoats longer than twelve metres moor at the north pier.";
const kitchen = "Bread is baked on Tuesdays. The oven takes forty loaves of rye at once.";

const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Nothing may stick out of a phone's width. */
async function checkPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const out = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect([name, out]).toEqual([name, 0]);
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
  await takeOfflineEmbeddings(page);
  await page.getByRole("button", { name: "Upload 2 files" }).click();
  await page.waitForURL(/\/datasource\/datasource_/);
  await expect(page.getByText("Stored", { exact: true })).toHaveCount(3, { timeout: 30_000 });
}

test.describe("files", () => {
  test.beforeEach(async ({ page }) => {
    // What fades in has less contrast while it does.
    await page.emulateMedia({ reducedMotion: "reduce" });
  });

  test("are chosen, previewed, uploaded and read, and one that can't be sent says so", async ({ page }) => {
    test.setTimeout(120_000);
    const { slug } = await openTeam(page);
    await page.goto(`/${slug}/connections`);
    await expect(page.getByText("Data sources give agents your documents")).toBeVisible();
    await expectAccessible(page, "empty list");
    await page.getByRole("link", { name: "New data source" }).first().click();
    await page.waitForURL(/\/connections\/add/);
    await expect(page.getByRole("list", { name: "Sources" })).toBeVisible();
    await expectAccessible(page, "sources");
    await checkPhone(page, "sources");
    await page.getByRole("button", { name: /^Upload files/ }).click();
    await page.locator('input[type="file"]').setInputFiles([file("harbour.md", harbour), file("empty.txt", "")]);
    await expect(page.getByText("The file is empty.")).toBeVisible();
    await expect(page.getByText("1 file can't be uploaded and will be skipped")).toBeVisible();
    await expectAccessible(page, "files");
    await page.getByRole("button", { name: "Remove empty.txt" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Your team has no embedding models yet.")).toBeVisible();
    await page.getByRole("button", { name: "Upload file" }).click();
    await expect(page.getByText("Choose an embedding model.", { exact: true })).toBeVisible();
    await page.getByLabel("Headings").click();
    await page.getByRole("button", { name: "Preview chunks" }).click();
    const chunks = page.getByRole("list", { name: "Chunks" });
    await expect(chunks.getByRole("listitem")).toHaveCount(2);
    await expect(chunks).toContainText("Harbour rules");
    await expectAccessible(page, "chunks");
    await checkPhone(page, "chunks");
    await takeOfflineEmbeddings(page);
    await expect(page.getByRole("combobox", { name: "Embedding model" })).toContainText("Offline embeddings");
    await page.getByRole("button", { name: "Upload file" }).click();
    await page.waitForURL(/\/datasource\/datasource_/);
    await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText("1 document", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Harbour rules", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Document" });
    await expect(sheet.getByRole("heading", { name: "2 chunks" })).toBeVisible();
    await expect(sheet.getByRole("table", { name: "Progress" })).toContainText("Embedded");
    await expectAccessible(page, "document");
    await page.keyboard.press("Escape");
    await expectAccessible(page, "documents");
    await checkPhone(page, "documents");
    await page.getByRole("link", { name: "Jobs" }).click();
    await expect(page.getByText("Completed", { exact: true })).toBeVisible();
    await expectAccessible(page, "jobs");
    await page.goto(`/${slug}/connections`);
    await expect(page.getByRole("link", { name: /harbour/ })).toBeVisible();
    await expectAccessible(page, "list");
    await checkPhone(page, "list");
  });

  test("are asked on the test bench, whose questions are kept and compared", async ({ page }) => {
    test.setTimeout(120_000);
    const { slug } = await openTeam(page);
    await connect(page, slug);
    await page.getByRole("link", { name: "Test bench" }).click();
    await page.getByLabel("Question", { exact: true }).fill("When does the quay close?");
    await page.keyboard.press("Enter");
    const kept = page.getByRole("region", { name: /passages used/ });
    await expect(kept.locator("mark").first()).toBeVisible();
    await expect(kept.getByRole("listitem").first()).toContainText("Harbour rules");
    await expectAccessible(page, "funnel");
    await checkPhone(page, "funnel");
    await kept.getByRole("button", { name: "Save as test case" }).first().click();
    await expect(page.getByRole("table", { name: "Test cases" })).toContainText("When does the quay close?");
    await page.getByLabel("Max passages (top K)", { exact: true }).fill("1");
    await page.getByRole("button", { name: "Run test case" }).click();
    await expect(page.getByText("Edited settings", { exact: true })).toBeVisible();
    await expect(page.getByText("Found (recall@1)")).toBeVisible();
    await expect(page.getByRole("table", { name: "Test cases" }).getByText("#1")).toHaveCount(2);
    await expectAccessible(page, "cases");
    await expect(page.getByText("The settings have changed.")).toBeVisible();
    await page.getByRole("button", { name: "Use these settings" }).click();
    await expect(page.getByText("Retrieval settings saved. Agents now use them.")).toBeVisible();
    await expect(page.getByLabel("Question", { exact: true })).toHaveValue("When does the quay close?");
    await expect(kept.getByRole("listitem").first()).toContainText("Harbour rules");
    await page.getByRole("button", { name: "Compare chunking settings" }).click();
    await page.getByLabel("Chunk size (characters)").fill("100");
    await page.getByLabel("Chunk overlap (characters)").fill("0");
    await expectAccessible(page, "trial form");
    await page.getByRole("button", { name: "Compare" }).click();
    const trial = page.getByRole("region", { name: "Compare chunking settings" });
    await expect(trial.getByText("Ready to compare")).toBeVisible({ timeout: 30_000 });
    await page.getByRole("button", { name: "Run test case" }).click();
    await expect(page.getByText("Current chunking settings", { exact: true })).toBeVisible();
    await expect(page.getByText("No ranks changed.")).toBeVisible();
    await expectAccessible(page, "trial");
    await checkPhone(page, "trial");
    await trial.getByRole("button", { name: "Use these chunking settings" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Use these chunking settings" }).click();
    await expect(trial.getByText("100 characters max, no overlap")).toBeVisible();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Rows").click();
    await expect(page.getByText(/All 2 documents will be chunked and embedded again/)).toBeVisible();
    await expectAccessible(page, "settings");
    await page.getByRole("button", { name: "Save and embed again" }).click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
  });

  test("are cited in an answer, whose chips show the passage and how it was found", async ({ page }) => {
    test.setTimeout(120_000);
    const slug = await openSample(page);
    const session = page.url();
    await connect(page, slug);
    await giveTool(page, slug, /Handbook/);
    await page.goto(session);
    await askAndWait(page, "When does the quay close?");
    await expect(thread(page).getByRole("button", { name: /^Searched 1 data source/ })).toBeVisible();
    await thread(page)
      .getByRole("button", { name: /^Source 1/ })
      .first()
      .click();
    const sheet = page.getByRole("dialog", { name: "Source 1" });
    await expect(sheet).toContainText("Retrieval");
    await expect(sheet.locator("mark").first()).toBeVisible();
    await expectAccessible(page, "passage");
    await sheet.getByRole("link", { name: "Open document" }).click();
    await expect(page.getByRole("dialog", { name: "Document" })).toBeVisible();
    await page.goto(session);
    await thread(page)
      .getByRole("button", { name: /^Searched 1 data source/ })
      .click();
    await expect(thread(page).getByRole("region", { name: /passages used/ })).toBeVisible();
    await expectAccessible(page, "search in the thread");
    await checkPhone(page, "search in the thread");
    await page.getByRole("link", { name: "Trace" }).click();
    await page.getByRole("button", { name: /^Retrieval/ }).click();
    await expect(
      page.getByRole("complementary", { name: "Step" }).getByRole("heading", { name: "Query" }),
    ).toBeVisible();
  });
});

/** Gives the sample's agent the connection's tool in place of its own. */
async function giveTool(page: Page, slug: string, name: RegExp): Promise<void> {
  await page.goto(`/${slug}/agents`);
  await page.getByRole("link", { name: "Muster guide" }).click();
  await page.getByLabel("Knowledge", { exact: true }).click();
  await page.getByRole("option", { name }).click();
  await page.getByRole("button", { name: "Remove Muster guide" }).click();
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.waitForURL(`**/${slug}/agents`);
}

test("a visitor of a shared link reads the passages that an answer cites, and nothing of the console", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const { slug } = await registerWithSample(page);
  await connect(page, slug);
  await giveTool(page, slug, /Handbook/);
  await page.goto(`/${slug}/apps`);
  await page.getByRole("main").getByRole("link", { name: "Chat with the guide" }).first().click();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("radio", { name: "Anyone with the link" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/app\/app_\w+$/);
  await page.getByRole("button", { name: "Share" }).click();
  const share = page.getByRole("dialog", { name: /^Share/ });
  await share.getByRole("button", { name: "New link" }).click();
  await share.getByRole("button", { name: "Create link" }).click();
  await expect(share.getByText("Never used")).toBeVisible();
  const guest = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await guest.goto((await share.getByRole("link").getAttribute("href")) ?? "");
  await composer(guest).fill("When does the quay close?");
  await composer(guest).press("Enter");
  const sources = thread(guest).getByRole("list", { name: "Sources" });
  await expect(sources).toContainText("Harbour rules", { timeout: 20_000 });
  await sources.getByRole("button").first().click();
  const sheet = guest.getByRole("dialog", { name: "Source 1" });
  await expect(sheet).toContainText("The quay closes at 22:00.");
  await expect(sheet.getByRole("link")).toHaveCount(0);
  await expect(sheet.getByText("Retrieval")).toHaveCount(0);
  await expectAccessible(guest, "visitor's passage");
  await guest.context().close();
});

test("a table is connected in five steps, synced, and its streams and schedule changed", async ({ page }) => {
  test.setTimeout(150_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const postgres = await ownPostgres();
  const address = new URL(await postgres.database());
  const pool = createPool({ connectionString: address.href, max: 1 });
  try {
    await pool.query("create table boats (id int primary key, name text, berth text)");
    await pool.query("insert into boats values (1, 'Seagull', 'N4'), (2, 'Nautilus', 'N9'), (3, 'Swift', 'B2')");
    await pool.query("create table crews (boat int, person text)");
    const { slug } = await openTeam(page);
    await page.goto(`/${slug}/connections/add`);
    await page.getByRole("button", { name: /^Postgres/ }).click();
    await page.getByRole("button", { name: "Test and continue" }).click();
    await expect(page.getByText("Enter the host.")).toBeVisible();
    await expectAccessible(page, "credentials");
    await page.getByLabel("Host").fill(address.hostname);
    await page.getByLabel("Port").fill(address.port);
    await page.getByLabel("Database").fill(address.pathname.slice(1));
    await page.getByLabel("Username").fill("operator");
    await page.getByLabel("Password").fill("not-between-us");
    await page.getByRole("combobox", { name: "Encryption" }).click();
    await page.getByRole("option", { name: "Not encrypted" }).click();
    await page.getByRole("button", { name: "Test and continue" }).click();
    await expect(page.getByText("PostgreSQL rejected the username or password. Check both.")).toBeVisible();
    await page.getByLabel("Password").fill("between-us");
    await page.getByRole("button", { name: "Test and continue" }).click();
    const streams = page.getByRole("list", { name: "Streams" });
    await expect(streams).toContainText("public.crews");
    await page.reload();
    await expect(streams).toContainText("public.crews");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Choose at least one stream.")).toBeVisible();
    await page.getByLabel(/^public\.boats/).check();
    await page.getByRole("button", { name: "Sync settings for public.boats" }).click();
    await page.getByRole("radio", { name: "Full refresh" }).click();
    await expectAccessible(page, "streams");
    await checkPhone(page, "streams");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("button", { name: "Use offline embeddings" })).toBeVisible();
    // What was chosen is gone with the page, and choosing it again leads nowhere by itself.
    await page.reload();
    await expect(streams).toContainText("public.crews");
    await expect(page).toHaveURL(/#step3$/);
    await page.getByLabel(/^public\.boats/).check();
    await expect(page.getByText("1 of 2 streams selected")).toBeVisible();
    await page.getByRole("button", { name: "Sync settings for public.boats" }).click();
    await page.getByRole("radio", { name: "Full refresh" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await takeOfflineEmbeddings(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Frequency").click();
    await page.getByRole("option", { name: "Every day" }).click();
    await expect(page.getByRole("region", { name: "Next syncs" }).getByRole("listitem")).toHaveCount(3);
    await expectAccessible(page, "schedule");
    await page.getByRole("button", { name: "Sync 1 stream now" }).click();
    await page.waitForURL(/\/datasource\/datasource_/);
    await expect(page.getByText("3 documents", { exact: true })).toBeVisible({ timeout: 30_000 });
    await pool.query("delete from boats where id = 2");
    await page.getByRole("button", { name: "Sync now" }).click();
    await expect(page.getByText("2 documents", { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("button", { name: "Nautilus", exact: true })).toHaveCount(0);
    await page.getByRole("link", { name: "Jobs" }).click();
    await expect(page.getByRole("row", { name: /^Sync/ })).toHaveCount(2);
    await page.getByRole("link", { name: "Streams and schedule" }).click();
    await pool.query("create table tides (id int primary key, height int)");
    await page.getByRole("button", { name: "Refresh streams" }).click();
    await expect(page.getByText("Streams refreshed.")).toBeVisible();
    await expect(page.getByRole("list", { name: "Streams" })).toContainText("public.tides");
    await page.getByLabel(/^public\.crews/).check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Streams saved.")).toBeVisible();
    await page.getByLabel("Frequency").click();
    await page.getByRole("option", { name: "Every week" }).click();
    await page.getByRole("button", { name: "Fri" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Schedule saved.")).toBeVisible();
    await page.getByRole("link", { name: "Settings" }).click();
    await expect(page.getByLabel("Password")).not.toHaveValue("between-us");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Berths");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Berths" })).toBeVisible();
  } finally {
    await pool.end();
    await postgres.stop();
  }
});
