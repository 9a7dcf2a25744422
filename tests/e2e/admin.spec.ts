import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe";
import { expect, register, registerWithSample, test } from "../support/browser";

/** As the person at the server types it. */
const admin = (...args: string[]): string =>
  execFileSync("node", ["--import", "tsx", "lib/scripts/admin.ts", ...args], {
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, LOG_LEVEL: "error" },
  });

const parts = ["Organizations", "Accounts", "Queue", "Emails", "Plans", "Log"];
async function open(page: Page, part: string) {
  await page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name: part }).click();
  await expect(page.getByRole("heading", { name: part, level: 1 })).toBeVisible();
}

/** Ends when the one row that fits is all that is left. */
async function search(page: Page, text: string) {
  await page.getByRole("searchbox").fill(text);
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(page.getByRole("row")).toHaveCount(2);
}

async function openMenu(page: Page) {
  await page.getByRole("button", { name: /^Account:/ }).click();
  await expect(page.getByRole("menuitem", { name: "Log out" })).toBeVisible();
}

test("the page is root's alone: for everybody else it is no page", async ({ page }) => {
  await register(page);
  await page.goto("/no-such-team/x/y/z");
  const text = (await page.locator("main").textContent()) ?? "";
  for (const path of ["/admin", "/admin/accounts", "/admin/mails"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Administration" })).toHaveCount(0);
    await expect(page).toHaveTitle("Muster");
    if (text) expect(await page.locator("main").textContent()).toContain("Page not found");
  }
  await openMenu(page);
  await expect(page.getByRole("menuitem", { name: "Administration" })).toHaveCount(0);
});

test("root finds an organization and sets its plan, closes an account and opens it again, and all of it is noted", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const other = await browser.newContext();
  const others = await other.newPage();
  const { email: grace } = await register(others, "Grace");
  const { email } = await register(page, "Root");
  expect(admin("root", email)).toContain("is now root");
  await page.goto("/welcome");
  await openMenu(page);
  await page.getByRole("menuitem", { name: "Administration" }).click();
  await page.waitForURL("**/admin");
  await expect(page.getByRole("heading", { name: "Health" })).toBeVisible();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();

  await open(page, "Organizations");
  await search(page, grace);
  const row = page.getByRole("row").filter({ hasText: grace });
  await expect(row).toContainText("Enterprise");
  await row.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: "Set plan" }).click();
  await page.getByRole("radio", { name: /^Teams/ }).click();
  await page.getByRole("button", { name: "Set plan" }).click();
  await expect(row).toContainText("Teams");
  await expect(row).toContainText("Override");

  await open(page, "Accounts");
  await search(page, grace);
  const account = page.getByRole("row").filter({ hasText: grace });
  await account.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: "Close" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("It owns 1 organization");
  await page.getByRole("button", { name: "Close account" }).click();
  await expect(account).toContainText("Closed");
  await others.goto("/apikeys");
  await others.waitForURL("**/login**");
  await account.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: "Reopen" }).click();
  await expect(account).not.toContainText("Closed");

  await open(page, "Log");
  for (const text of ["Reopened the account", "Closed the account", "Set the plan to Teams", "Granted root access"])
    await expect(page.getByRole("row").filter({ hasText: text }).first()).toBeVisible();
  await other.close();
});

test("root reads a mail without its link's token, and deletes it; each part is in order", async ({ page }) => {
  test.setTimeout(120_000);
  const { slug } = await registerWithSample(page);
  await page.goto(`/${slug}/team`);
  const email = await page.evaluate(async () => {
    const token = localStorage.getItem("muster.token");
    const answer = await fetch("/account.json", { headers: { authorization: `Bearer ${token}` } });
    return String((await answer.json()).account.email);
  });
  admin("root", email);
  await page.goto("/admin/mails");
  const mail = page.getByRole("row").filter({ hasText: email });
  await mail.getByRole("button", { name: "Confirm your email address", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("/verify?token=••••")).toBeVisible();
  expect(await dialog.textContent()).not.toMatch(/token=\w/);
  await page.keyboard.press("Escape");
  await mail.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(mail).toHaveCount(0);

  for (const part of parts) {
    await open(page, part);
    await expect(page).toHaveTitle(`${part} · Administration · Muster`);
    await page.waitForLoadState("networkidle");
    expect(await findViolations(page, { within: "main" }), part).toEqual([]);
  }
  await open(page, "Queue");
  await expect(page.getByText("Online").first()).toBeVisible();
});
