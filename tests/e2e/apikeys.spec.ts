import type { APIRequestContext, Page } from "@playwright/test";
import { findViolations } from "../support/axe";
import { expect, openSample, password, pressUntil, registerWithSample, test } from "../support/browser";

/** The secret that the dialog shows, which ends with "Done". */
async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: /^Your key/ });
  const secret = await dialog.getByText(/^mk_/).textContent();
  await dialog.getByRole("button", { name: "Copy key" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  return secret ?? "";
}

const tried = async (request: APIRequestContext, slug: string, secret: string) =>
  (await request.get(`/${slug}/agents.json`, { headers: { authorization: `Bearer ${secret}` } })).status();

test("a key is added, shown once, used, rotated and deleted", async ({ page, context, playwright, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // Without the page's cookie: the key alone has to do.
  const request = await playwright.request.newContext({ baseURL });
  const slug = await openSample(page);
  await page.getByRole("link", { name: "API Keys" }).click();
  await page.waitForURL("**/apikeys");
  await expect(page.getByText("API keys let your programs call the API")).toBeVisible();

  await page.getByRole("button", { name: "New key" }).click();
  const form = page.getByRole("dialog", { name: "New API key" });
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByText("Enter a name.")).toBeVisible();
  await form.getByLabel("Name").fill("Nightly report");
  await form.getByRole("radio", { name: "Selected teams" }).click();
  await expect(form.getByRole("checkbox", { name: "My team" })).toBeChecked();
  await form.getByRole("radio", { name: "Custom" }).click();
  await form.getByRole("checkbox", { name: "Create agents" }).check();
  expect(await findViolations(page, { within: '[role="dialog"]' })).toEqual([]);
  await form.getByLabel("Your password").fill("another fine password");
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByText("This isn't your current password.")).toBeVisible();
  await form.getByLabel("Your password").fill(password);
  await form.getByRole("button", { name: "Create key" }).click();
  const first = await takeSecret(page);
  expect(await tried(request, slug, first)).toBe(200);

  await page.reload();
  const row = page.getByRole("row", { name: /Nightly report/ });
  await expect(row.getByText(`${first.slice(0, 11)}…`)).toBeVisible();
  await expect(page.getByText(first)).toHaveCount(0);
  await expect(row.getByText("Never")).toHaveCount(0);

  // A phone's card says what it reaches too.
  await page.setViewportSize({ width: 390, height: 800 });
  const card = page.getByRole("listitem").filter({ hasText: "Nightly report" });
  await expect(card).toContainText("TeamsMy team");
  await expect(card).toContainText("Permissions1 permission");
  await page.setViewportSize({ width: 1_440, height: 900 });

  const act = async (action: string) => {
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await act("Rotate");
  const rotation = page.getByRole("dialog", { name: /^Rotate the key/ });
  await rotation.getByLabel("Password", { exact: true }).fill(password);
  await rotation.getByRole("button", { name: "Rotate" }).click();
  const second = await takeSecret(page);
  expect([await tried(request, slug, first), await tried(request, slug, second)]).toEqual([401, 200]);
  await act("Revoke");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("API key revoked.")).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await tried(request, slug, second)).toBe(401);
  await request.dispose();
});

test("signing out all other sessions offers to revoke API keys", async ({ page, context, playwright, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const request = await playwright.request.newContext({ baseURL });
  const { slug } = await registerWithSample(page);
  await page.goto("/apikeys");
  await page.getByRole("button", { name: "New key" }).first().click();
  const form = page.getByRole("dialog", { name: "New API key" });
  await form.getByLabel("Name").fill("Weekly report");
  await form.getByLabel("Your password").fill(password);
  await form.getByRole("button", { name: "Create key" }).click();
  const secret = await takeSecret(page);
  expect(await tried(request, slug, secret)).toBe(200);
  await page.goto("/account");
  await expect(page.getByText("API key created: Weekly report")).toBeVisible();
  await page.getByRole("button", { name: "Sign out all other devices" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "Sign out all other devices?" });
  await confirmation.getByRole("checkbox", { name: "Also revoke 1 API key" }).check();
  await confirmation.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("API keys revoked")).toBeVisible();
  expect(await tried(request, slug, secret)).toBe(401);
  await request.dispose();
});

test("the reference says where a key will do, and the palette leads to the keys", async ({ page }) => {
  await registerWithSample(page);
  await page.goto("/reference#apikeys.list");
  await expect(page.getByText("Requires a session token; API keys aren't accepted.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "API key" }).click();
  await page.waitForURL("**/apikeys");
  await page.goto("/welcome");
  const search = page.getByPlaceholder(/^Search apps/);
  await pressUntil(page, "Control+k", () => expect(search).toBeVisible({ timeout: 1_000 }));
  await search.fill("API Keys");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/apikeys");
});
