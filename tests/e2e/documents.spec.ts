import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe";
import { askAndWait, expect, openSample, takeOfflineEmbeddings, test, thread } from "../support/browser";
import { countInteractions } from "../support/interactions";
import { docxOf, heading, paragraph } from "../support/knowledge/docx";
import { pdfOf } from "../support/knowledge/pdf";
import { xlsxOf } from "../support/knowledge/xlsx";

const lease = pdfOf(
  [
    [{ text: "Lease of the boathouse", size: 18 }, { text: "The lease runs for nine years." }],
    [{ text: "Deposit", size: 18 }, { text: "The tenant leaves a deposit of 4,500 euros with the landlord." }],
  ],
  { title: "Lease" },
);
const prices = xlsxOf([
  {
    name: "Prices",
    rows: [
      ["Article", "Unit", "Euros"],
      ["Tarred rope", "metre", 3.2],
      ["Brass lantern", "piece", 89],
    ],
  },
]);
const handbook = docxOf(
  heading("Lifeboat drill", 1) + paragraph("The lifeboat drill takes place on the first Saturday of every month."),
  { title: "Handbook" },
);
const files = [
  { name: "lease.pdf", mimeType: "application/pdf", buffer: lease },
  { name: "prices.xlsx", mimeType: "application/octet-stream", buffer: prices },
  { name: "handbook.docx", mimeType: "application/octet-stream", buffer: handbook },
];

/** Asks, opens the best source of the answer, and says what its sheet has to show. */
async function sourceOf(page: Page, question: string, number: number, shown: (string | RegExp)[]): Promise<void> {
  await askAndWait(page, question);
  const searches = thread(page).getByRole("button", { name: /^Searched 1 data source/ });
  await expect(searches).toHaveCount(number);
  await thread(page)
    .getByRole("button", { name: /^Source \d+/ })
    .last()
    .scrollIntoViewIfNeeded();
  await searches.last().click();
  const kept = thread(page)
    .getByRole("region", { name: /passages used/ })
    .last();
  for (const text of shown) await expect(kept.getByRole("listitem").first()).toContainText(text);
  await searches.last().click();
}

test("files become a cited answer with nine interactions", async ({ page }) => {
  test.setTimeout(120_000);
  const slug = await openSample(page);
  await page.goto(`/${slug}`);
  const person = countInteractions();
  await person.do(page.getByRole("link", { name: "Connections", exact: true }).click());
  await person.do(page.getByRole("link", { name: "New data source" }).first().click());
  await person.do(page.getByRole("button", { name: /^Upload files/ }).click());
  await person.do(page.locator('input[type="file"]').setInputFiles(files));
  await person.do(page.getByRole("button", { name: "Continue" }).click());
  await person.do(page.getByRole("button", { name: "Upload 3 files" }).click());
  const button = page.getByRole("button", { name: "Ask now" });
  await expect(button).toBeEnabled({ timeout: 60_000 });
  const [datasource = ""] = page.url().split("?");
  await person.do(button.click());
  const sheet = page.getByRole("dialog", { name: "Ask" });
  await person.do(sheet.getByLabel("Message", { exact: true }).fill("What does a brass lantern cost?"));
  await person.do(page.keyboard.press("Enter"));
  await expect(sheet.getByRole("button", { name: /^Source 1/ }).first()).toBeVisible({ timeout: 30_000 });
  expect(person.count).toBeLessThanOrEqual(9);
  expect(await findViolations(page)).toEqual([]);
  await sheet.getByRole("link", { name: "Open session" }).click();
  await expect(thread(page)).toContainText("What does a brass lantern cost?");

  await page.goto(datasource);
  await page.getByRole("button", { name: "Add to agent" }).click();
  const dialog = page.getByRole("dialog", { name: /^Add “lease” to an agent/ });
  await dialog.getByLabel("Agent", { exact: true }).click();
  await page.getByRole("option", { name: /^Muster guide/ }).click();
  await dialog.getByRole("button", { name: "Add to agent" }).click();
  await expect(page.getByText("Added to the agent.")).toBeVisible();
  await page.goto(`/${slug}/agents`);
  await page.getByRole("link", { name: "Muster guide" }).click();
  await page.getByRole("button", { name: "Retrieval settings of lease" }).click();
  const settings = page.getByRole("dialog", { name: "Retrieval settings" });
  await expect(settings.getByText("These settings also apply to 1 other agent or task.")).toBeVisible();
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Retrieval settings saved.")).toBeVisible();
  await page.getByRole("button", { name: "Start preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByLabel("Message", { exact: true }).fill("When is the lifeboat drill?");
  await page.keyboard.press("Enter");
  await expect(preview.getByRole("button", { name: /^Source \d/ }).first()).toBeVisible({ timeout: 30_000 });
  await page.getByLabel("Max steps").fill("7");
  await expect(preview.getByText("The form has changed since the preview started.")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test("a PDF, a spreadsheet and a Word document are dropped, and each is cited for what stands in it", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const slug = await openSample(page);
  const session = page.url();
  await page.goto(`/${slug}/connections/add`);
  await page.getByRole("button", { name: /^Upload files/ }).click();
  await page.locator('input[type="file"]').setInputFiles(files);
  await page.getByLabel("Name").fill("Boathouse");
  await page.getByRole("button", { name: "Continue" }).click();
  await takeOfflineEmbeddings(page);
  await expect(page.getByRole("combobox", { name: "Embedding model" })).toContainText("Offline embeddings");
  await page.getByRole("button", { name: "Upload 3 files" }).click();
  await page.waitForURL(/\/datasource\/datasource_/);
  await expect(page.getByText("3 documents", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 60_000 });

  await page.goto(`/${slug}/agents`);
  await page.getByRole("link", { name: "Muster guide" }).click();
  await page.getByLabel("Knowledge", { exact: true }).click();
  await page.getByRole("option", { name: /Boathouse/ }).click();
  await page.getByRole("button", { name: "Remove Muster guide" }).click();
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.waitForURL(`**/${slug}/agents`);

  await page.goto(session);
  await sourceOf(page, "How large is the deposit of the tenant?", 1, ["Lease", "4,500 euros", /Pages 1–2/]);
  await sourceOf(page, "What does a brass lantern cost?", 2, [/prices/i, "Brass lantern", "89"]);
  await sourceOf(page, "When does the lifeboat drill take place?", 3, ["Handbook", "first Saturday of every month"]);
});
