import { expect, openSample, test } from "../support/browser";
import { startQdrantStandin } from "../support/standins/vectors/qdrant";

test("a vector DB is added, checked, edited with its key kept, and deleted by its name", async ({ page }) => {
  const qdrant = await startQdrantStandin();
  const slug = await openSample(page);
  await page.getByRole("link", { name: "Vector DBs" }).click();
  const builtin = page.getByRole("row", { name: /Built-in/ });
  await expect(builtin).toContainText("On this server");
  await builtin.getByRole("button").click();
  await expect(page.getByRole("menuitem", { name: "Delete" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "New vector DB" }).first().click();
  await page.getByLabel("Name").fill("Library");
  await page.getByLabel("URL").fill(qdrant.url);
  await page.getByLabel("API key").fill("not-the-key-4711");
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText("Qdrant rejected the API key (401): Invalid API key.")).toBeVisible();
  await page.getByRole("button", { name: "Create vector DB" }).click();
  await expect(page.getByRole("button", { name: "Save anyway" })).toBeVisible();
  await page.getByLabel("API key").fill(qdrant.key);
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText("Connection successful.")).toBeVisible();
  await page.getByRole("button", { name: "Create vector DB" }).click();
  await page.waitForURL(`**/${slug}/vectordbs`);

  await page.getByRole("link", { name: "Library" }).click();
  await expect(page.getByLabel("API key")).toHaveValue("••••6789");
  await page.getByLabel("Name").fill("Archive");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(`**/${slug}/vectordbs`);
  await page.getByRole("link", { name: "Archive" }).click();
  await page.getByLabel("URL").fill(`${qdrant.url}/elsewhere`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter the API key again: it would be sent to a new URL.")).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await page.waitForURL(`**/${slug}/vectordbs`);
  await page
    .getByRole("row", { name: /Archive/ })
    .getByRole("button")
    .click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("button", { name: "Delete" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("Archive");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: "Archive" })).toHaveCount(0);
  await expect(builtin).toBeVisible();
  await qdrant.close();
});
