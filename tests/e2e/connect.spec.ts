import type { Page } from "@playwright/test";
import { expect, registerWithSample, test } from "../support/browser";
import { type GraphStandin, startGraphStandin } from "../support/standins/onedrive/server";

// The server looks for Microsoft at one port.
test.describe.configure({ mode: "serial" });

let graph: GraphStandin;
test.beforeAll(async ({ baseURL }) => {
  graph = await startGraphStandin(Number(new URL(baseURL ?? "").port) + 3);
  graph.putFolder("Handbook");
  graph.put("harbour", { parent: "Handbook", content: "The quay closes at 22:00." });
});
test.afterAll(() => graph.close());

/** The credentials of a OneDrive, filled in but for the sign-in. */
async function openCredentials(page: Page): Promise<void> {
  const { slug } = await registerWithSample(page);
  await page.goto(`/${slug}/connections/add`);
  await page.getByRole("button", { name: /OneDrive/ }).click();
  await page.getByLabel("Name").fill("Harbour files");
  // The server is set up for it: it comes first, and is chosen.
  await expect(page.getByRole("radio").first()).toBeChecked();
  await expect(page.getByRole("radio", { name: /^Sign in with Microsoft/ })).toBeChecked();
  await page.getByLabel("Folder").fill("Handbook");
}

const signIn = (page: Page) => page.getByRole("button", { name: "Sign in with Microsoft" });

async function goOn(page: Page): Promise<void> {
  await expect(page.getByText("Connected", { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByLabel("Name")).toHaveValue("Harbour files");
  await expect(page.getByLabel("Folder")).toHaveValue("Handbook");
  await expect(page.getByRole("button", { name: "Sign in with Microsoft again" })).toBeEnabled();
  // What the browser has of it says nothing.
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain("grant_");
  await page.getByRole("button", { name: "Test and continue" }).click();
  await page.waitForURL(/draft=datasource_/);
}

test("an account is connected in a window of its own", async ({ page }) => {
  await openCredentials(page);
  const opened = page.waitForEvent("popup");
  await signIn(page).click();
  const popup = await opened;
  if (!popup.isClosed()) await popup.waitForEvent("close", { timeout: 15_000 });
  await goOn(page);
});

test("where no window opens, the page goes there and comes back with what was typed", async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openCredentials(page);
  await signIn(page).click();
  await page.waitForURL(/connections\/add\?source=onedrive/);
  await goOn(page);
});

test("a service that is not set up says what to set, and a refused sign-in says so", async ({ page }) => {
  const { slug } = await registerWithSample(page);
  await page.goto(`/${slug}/connections/add`);
  await page.getByRole("button", { name: /HubSpot/ }).click();
  await expect(page.getByRole("radio", { name: /^Private app/ })).toBeChecked();
  await page.getByRole("radio", { name: /^Sign in with HubSpot/ }).click();
  await expect(page.getByText("HUBSPOT_CLIENT_SECRET")).toBeVisible();
  await expect(page.getByText("/connect/hubspot")).toBeVisible();
  await page.goto("/connect/microsoft?error=access_denied&state=x");
  await expect(page.getByText("Couldn't connect the Microsoft account.")).toBeVisible();
});
