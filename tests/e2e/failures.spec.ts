import type { Page } from "@playwright/test";
import { composer, expect, openSample, password, registerWithSample, test, thread } from "../support/browser";

/** Opens the sample's agent in its form; answers the team's slug. */
async function openAgent(page: Page): Promise<string> {
  const { slug } = await registerWithSample(page);
  await page.goto(`/${slug}/agents`);
  await page.getByRole("table").getByRole("link").first().click();
  await page.waitForURL(/\/agent\/agent_/);
  return slug;
}

/** Ends the session from outside of the page, as a changed password elsewhere does. */
async function endSession(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem("muster.token")}`,
      "content-type": "application/json",
    };
    const { csrf } = (await (await fetch("/account.json", { headers })).json()) as { csrf: string };
    const body = JSON.stringify({ _csrf: csrf });
    return (await fetch("/forms/account/logout", { method: "POST", headers, body })).status;
  });
  expect(status).toBe(200);
}

const save = (page: Page) => page.getByRole("button", { name: "Save and apply" });

test.describe("a session that ends in the middle of a form", () => {
  test("asks for the password in its place, and nothing typed is lost", async ({ page }) => {
    const slug = await openAgent(page);
    await page.getByLabel("Role").fill("Not to be lost");
    await endSession(page);
    await save(page).click();
    const dialog = page.getByRole("alertdialog", { name: "You're signed out" });
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await dialog.getByLabel("Password").fill("not the password at all");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("The email address or password is incorrect.")).toBeVisible();
    await dialog.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByLabel("Role")).toHaveValue("Not to be lost");
    await save(page).click();
    await page.waitForURL(`**/${slug}/agents`);
    await expect(page.getByRole("table").getByText("Not to be lost")).toBeVisible();
  });

  test("lets go of the form when its owner wants to leave", async ({ page }) => {
    await openAgent(page);
    await page.getByLabel("Role").fill("To be lost");
    await endSession(page);
    await save(page).click();
    await page.getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL(/\/login\?goto=/);
  });
});

test.describe("a double click", () => {
  test("on Save saves once", async ({ page }) => {
    const slug = await openAgent(page);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/forms/agent/")) sent.push(request.url());
    });
    await page.getByLabel("Role").fill("Saved once");
    await save(page).dblclick();
    await page.waitForURL(`**/${slug}/agents`);
    await expect(page.getByRole("table").getByText("Saved once")).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  test("on Send does not press the Stop that takes its place", async ({ page }) => {
    await openSample(page);
    await composer(page).fill("Write some code");
    await page.getByRole("button", { name: "Send" }).dblclick();
    await expect(thread(page).getByText("Connect a real model to get real code.")).toBeVisible({ timeout: 15_000 });
  });
});

test("a server that can't be reached keeps the form, says so, and takes it when it is back", async ({ page }) => {
  const slug = await openAgent(page);
  await page.getByLabel("Role").fill("Waits for the server");
  await page.context().setOffline(true);
  await save(page).click();
  await expect(page.getByText("An unexpected error occurred, please contact support.")).toBeVisible();
  await expect(save(page)).toBeEnabled();
  await expect(page.getByLabel("Role")).toHaveValue("Waits for the server");
  await page.context().setOffline(false);
  await save(page).click();
  await page.waitForURL(`**/${slug}/agents`);
  await expect(page.getByRole("table").getByText("Waits for the server")).toBeVisible();

  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Models" }).click();
  await expect(page.getByText("You're offline.")).toBeVisible({ timeout: 10_000 });
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: "Models", level: 1 })).toBeVisible({ timeout: 20_000 });
});

for (const reducedMotion of ["no-preference", "reduce"] as const)
  test(`a file of the wrong kind is refused in a sentence that stays long enough to be read, motion ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await openSample(page);
    const file = { name: "setup.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ\u0090\0\u0003") };
    await page.locator('input[type="file"]').setInputFiles(file);
    const toast = page.locator(".Toastify__toast");
    await expect(toast).toContainText("setup.exe can't be attached. Use a text file");
    const shown = Date.now();
    await expect(toast).toHaveCount(0, { timeout: 8_000 });
    expect(Date.now() - shown).toBeGreaterThan(2_000);
    await expect(page.getByRole("list", { name: "Attached files" })).toHaveCount(0);
  });

test("a part whose code can't be had says so; the page stays, and the part comes once it can", async ({ page }) => {
  const slug = await openAgent(page);
  await page.getByLabel("Role").fill("Still here");
  await page.route(/\/_next\/static\/.*\.js/, (route) => route.abort());
  await page.keyboard.press("Control+k");
  await expect(page.getByText("This part of the page couldn't be loaded.")).toBeVisible();
  await expect(page.getByLabel("Role")).toHaveValue("Still here");
  await page.unroute(/\/_next\/static\/.*\.js/);
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Role")).toHaveValue("Still here");
  expect(page.url()).toContain(`/${slug}/agent/`);
});
