import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ask, expect, password, test, thread } from "../support/browser";
import { type MusterProcess, startMuster } from "../support/muster-process";
import { smtpServer, type TestSmtpServer } from "../support/smtp-server";

/** The link of the newest mail to an address, as its reader opens it. */
async function mailedLink({ mails }: TestSmtpServer, to: string): Promise<string> {
  const newest = () => {
    const raw = mails.filter((mail) => mail.to.includes(to)).at(-1)?.raw ?? "";
    return /https?:\/\/\S+\/verify\?token=\w+/.exec(raw.replace(/=\r\n/g, "").replace(/=3D/g, "="))?.[0];
  };
  await expect.poll(newest).toBeDefined();
  return newest() ?? "";
}

/** Registers by the form and confirms the address by what was mailed. */
async function confirmed(page: Page, smtp: TestSmtpServer, name: string, email: string): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  // It is chosen where the address is confirmed.
  await expect(page.locator('input[type="password"]')).toHaveCount(0);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await page.goto(await mailedLink(smtp, email));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Enter a password.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL("**/onboarding");
}

let [smtp, muster]: [TestSmtpServer?, MusterProcess?] = [];
let dataDir = "";
test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "muster-named-"));
  chmodSync(dataDir, 0o755);
  smtp = await smtpServer();
  muster = await startMuster({ dataDir, variables: { SMTP_URL: smtp.url } });
});
test.afterAll(async () => {
  await muster?.stop();
  await smtp?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("an app is opened to people named by their addresses, who come in once mail has confirmed them", async ({
  browser,
}) => {
  test.setTimeout(150_000);
  if (!smtp || !muster) throw new Error("The servers have not started.");
  const { url: baseURL } = muster;
  const open = async () => (await browser.newContext({ baseURL })).newPage();
  const [ada, grace, eve] = [await open(), await open(), await open()];
  const [graces, eves] = [`grace-${randomUUID()}@example.test`, `eve-${randomUUID()}@example.test`];

  await confirmed(ada, smtp, "Ada", `ada-${randomUUID()}@example.test`);
  await ada.getByRole("button", { name: "Start with the sample" }).click();
  await ada.waitForURL(/\/app\/app_/);
  await ada.getByRole("link", { name: "Edit" }).click();
  await ada.getByRole("radio", { name: "Specific people" }).click();
  await ada.getByRole("textbox", { name: "Email addresses" }).fill(graces.toUpperCase());
  await ada.getByRole("textbox", { name: "Email addresses" }).press("Enter");
  await ada.getByRole("button", { name: "Save" }).click();
  await ada.getByRole("button", { name: "Share" }).click();
  const dialog = ada.getByRole("dialog", { name: /^Share/ });
  await dialog.getByRole("button", { name: "New link" }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = (await dialog.getByRole("link").getAttribute("href")) ?? "";

  const refused = (page: Page) => expect(page.getByText("This link isn't available.")).toBeVisible();
  await grace.goto(url);
  await refused(grace);
  await confirmed(grace, smtp, "Grace", graces);
  await confirmed(eve, smtp, "Eve", eves);
  await eve.goto(url);
  await refused(eve);
  await grace.goto(url);
  await expect(grace.getByRole("heading", { level: 1, name: "Chat with the guide" })).toBeVisible();
  await ask(grace, "What is 17 * 23?");
  await expect(thread(grace).getByText("391")).toBeVisible({ timeout: 15_000 });

  // Off the list, out: the page that is open as well.
  await ada.keyboard.press("Escape");
  await ada.getByRole("link", { name: "Edit" }).click();
  await ada.getByRole("textbox", { name: "Email addresses" }).fill(eves);
  await ada.getByRole("textbox", { name: "Email addresses" }).press("Enter");
  await ada.getByRole("button", { name: `Remove ${graces}` }).click();
  await ada.getByRole("button", { name: "Save" }).click();
  await refused(grace);
  await eve.reload();
  await expect(eve.getByRole("heading", { level: 1, name: "Chat with the guide" })).toBeVisible();

  await Promise.all([ada, grace, eve].map((page) => page.context().close()));
});
