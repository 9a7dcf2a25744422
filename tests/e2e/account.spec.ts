import { randomInt, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { findViolations } from "../support/axe";
import { expect, password, register, registerWithSample, test } from "../support/browser";
import { type OauthStandin, startOauthStandin } from "../support/standins/oauth";

const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + later * 30_000 });

async function openAccount(page: Page): Promise<string> {
  const { email } = await register(page);
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Active sign-ins" })).toBeVisible();
  return email;
}

async function signOut(page: Page): Promise<void> {
  // What the page loads is there only once its buttons work.
  await expect(page.getByRole("heading", { name: "Active sign-ins" })).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.locator('input[type="password"]').fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const dialog = (page: Page) => page.getByRole("dialog");

/** Gives the password where a dialog asks for it, and goes on. */
async function prove(page: Page, submit: string): Promise<void> {
  await dialog(page).locator('input[type="password"]').fill(password);
  await dialog(page).getByRole("button", { name: submit }).click();
}

test("two-factor sign-in is set up, asked for, recovered and turned off", async ({ page }) => {
  test.setTimeout(150_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const email = await openAccount(page);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Set up" }).click();
  await dialog(page).locator('input[type="password"]').fill("another fine password");
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(dialog(page).getByText("This isn't your current password.")).toBeVisible();
  await prove(page, "Continue");
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const secret = ((await dialog(page).locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code", { exact: true }).fill("12");
  await dialog(page).getByRole("button", { name: "Turn on" }).click();
  await expect(dialog(page).getByText("Enter the 6-digit code from the app.")).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret, -1));
  await dialog(page).getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  expect(await findViolations(page)).toEqual([]);
  const recovery = (await codes.first().textContent()) ?? "";
  const another = (await codes.nth(1).textContent()) ?? "";
  await expect(page.getByRole("button", { name: "Done" })).toBeDisabled();
  await page.getByLabel("I've saved these codes.").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("10 recovery codes left.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("10 recovery codes left.")).toBeVisible();
  await expect(page.getByText(recovery)).toHaveCount(0);

  await signOut(page);
  await signIn(page, email);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText(/^This code is incorrect\./)).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/onboarding");
  await page.goto("/account");
  await signOut(page);
  await signIn(page, email);
  await page.getByLabel("Code", { exact: true }).fill(recovery.toUpperCase());
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/onboarding");
  await page.goto("/account");
  await expect(page.getByText("9 recovery codes left.")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await dialog(page).locator('input[type="password"]').fill(password);
  await expect(dialog(page).getByRole("button", { name: "Turn off" })).toBeDisabled();
  await dialog(page).getByLabel("Code", { exact: true }).fill("000000");
  await dialog(page).getByRole("button", { name: "Turn off" }).click();
  await expect(dialog(page).getByText(/^This code is incorrect\./)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await dialog(page).getByLabel("Code", { exact: true }).fill(another);
  await dialog(page).getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
});

test("another session is shown with its device and signed out, at once", async ({ page, browser, baseURL }) => {
  const email = await openAccount(page);
  const context = await browser.newContext({
    baseURL,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  });
  const other = await context.newPage();
  await signIn(other, email);
  await other.waitForURL("**/onboarding");
  await other.goto("/account");
  await expect(other.getByText("This device")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Sign out Firefox on Linux" }).click();
  await expect(page.getByText("Device signed out.")).toBeVisible();
  await expect(page.getByText("Firefox on Linux").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign out Firefox on Linux" })).toHaveCount(0);
  await other.reload();
  await other.waitForURL(/\/login/);
  await signIn(other, email);
  await other.waitForURL("**/onboarding");
  await page.reload();
  await page.getByRole("button", { name: "Sign out all other devices" }).click();
  await expect(page.getByText("All other devices signed out.")).toBeVisible();
  await other.goto("/account");
  await other.waitForURL(/\/login/);
  await context.close();
});

test("a name is changed, the address with a password, data is exported and the account deleted", async ({ page }) => {
  await registerWithSample(page);
  await page.goto("/account");
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Name saved.")).toBeVisible();
  await expect(page.getByRole("banner").getByText("Ada Lovelace")).toBeVisible();

  const email = `grace-${randomUUID()}@example.test`;
  await page.getByRole("button", { name: "Change email" }).click();
  await dialog(page).getByLabel("New email address").fill(email);
  await prove(page, "Change email");
  await expect(page.getByText("Email address changed.").first()).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export my data" }).click();
  expect((await download).suggestedFilename()).toMatch(/^muster-account-.*\.tar$/);
  expect(await (await download).failure()).toBeNull();

  await page.getByRole("button", { name: "Delete account" }).click();
  expect(await findViolations(page)).toEqual([]);
  const confirm = dialog(page).getByRole("button", { name: "Delete account" });
  await dialog(page).locator('input[type="password"]').fill(password);
  await expect(confirm).toBeDisabled();
  await dialog(page).getByLabel(/^Type/).fill(email);
  await confirm.click();
  await page.waitForURL("**/login");
  await signIn(page, email);
  await expect(page.getByText("The email address or password is incorrect.")).toBeVisible();
});

test("a provider's account makes one here, is linked and unlinked", async ({ page, baseURL }) => {
  test.setTimeout(120_000);
  const port = Number(new URL(baseURL ?? "").port);
  const standins: OauthStandin[] = [];
  try {
    for (const [i, provider] of (["google", "github"] as const).entries())
      standins.push(await startOauthStandin(provider, port + 1 + i));
    const [google, github] = standins;
    const there = { id: randomInt(1, 2 ** 40), name: "Ada", verified: true };
    google?.signedInAs({ ...there, email: `${randomUUID()}@example.test` });
    await page.goto("/login");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.waitForURL("**/onboarding");
    await page.goto("/account");
    await expect(page.getByText("You sign in with a linked account.")).toBeVisible();
    github?.signedInAs({ ...there, email: `${randomUUID()}@example.test` });
    await page.getByRole("button", { name: "Link GitHub", exact: true }).click();
    // The way there and back ends on the same page.
    await expect(page.getByRole("button", { name: "Unlink GitHub" })).toBeVisible({ timeout: 15_000 });
    await page.getByRole("button", { name: "Unlink Google" }).click();
    await expect(page.getByRole("button", { name: "Link Google", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Unlink GitHub" }).click();
    // Toasts of what was done before may be in front of it.
    const refused = page.getByText("This is your only way to sign in. Set a password first.");
    await expect(refused).toBeVisible({ timeout: 15_000 });
    await signOut(page);
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await page.waitForURL("**/onboarding");
  } finally {
    for (const standin of standins) await standin.close();
  }
  // Whoever comes without what a provider sends is told.
  await page.goto("/login/google?error=access_denied");
  await expect(page.getByText("Couldn't sign you in with Google. Try again.")).toBeVisible();
});

test("linking a sign-in elsewhere asks for the password", async ({ page }) => {
  await openAccount(page);
  await page.getByRole("button", { name: "Link Google" }).click();
  await expect(
    dialog(page).getByText("After linking, you can sign in with your Google account instead of a password"),
  ).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Continue to Google" })).toBeDisabled();
  await dialog(page).locator('input[type="password"]').fill("another fine password");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("This isn't your current password.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Link Google" })).toBeFocused();
  await expect(page).toHaveURL(/\/account$/);
});
