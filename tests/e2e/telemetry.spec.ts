import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe";
import { askAndWait, expect, openSample, test } from "../support/browser";
import { startCollector } from "../support/standins/collector";

const section = (page: Page) => page.getByRole("region", { name: "OpenTelemetry" });

test("an organization sends its runs to a collector that it has tested", async ({ page }) => {
  test.setTimeout(120_000);
  const collector = await startCollector();
  const slug = await openSample(page);
  const session = page.url();
  await page.goto(`/${slug}/org`);
  await section(page).getByLabel("Endpoint").fill("otlp.example.com");
  await section(page).getByRole("button", { name: "Save" }).click();
  await expect(section(page).getByText("Enter a URL that starts with https:// or http://")).toBeVisible();
  await section(page).getByLabel("Endpoint").fill(collector.url);
  await section(page).getByLabel("Headers").fill("Authorization: Bearer a-key-of-the-collector");
  collector.behave((response) => response.writeHead(401).end());
  await section(page).getByRole("button", { name: "Test connection" }).click();
  await expect(
    section(page).getByText("The collector rejected the credentials (401). Check the headers."),
  ).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  collector.behave();
  await section(page).getByRole("button", { name: "Test connection" }).click();
  await expect(section(page).getByText("The collector accepted a test span.")).toBeVisible();
  await section(page).getByLabel("Include message content").click();
  await section(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("OpenTelemetry settings saved.")).toBeVisible();
  await expect(section(page).getByLabel("Headers")).toHaveValue("••••ctor");
  await page.goto(session);
  await askAndWait(page, "What is 17 * 23?");
  const texts = () => collector.spans.map(({ attributes }) => String(attributes["gen_ai.output.messages"] ?? ""));
  await expect.poll(() => texts().join(), { timeout: 20_000 }).toContain("391");
  await page.goto(`/${slug}/org`);
  await expect(section(page).getByText(/^Last delivery/)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await collector.close();
});
