import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { expect, openTeam, test } from "../support/browser";
import { type MusterProcess, startMuster } from "../support/muster-process";
import { type StripeStandin, startStripeStandin } from "../support/standins/stripe/server";
import { cards } from "../support/standins/stripe/types";

/** A server of its own, where billing is set up. */
const port = Number(process.env.E2E_PORT ?? 3_100) + 7;

async function openBilling(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account:/ }).click();
  await page.getByRole("menuitem", { name: "Billing" }).click();
  await expect(page.getByRole("heading", { name: "Billing", level: 1 })).toBeVisible();
}

const plan = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function pay(page: Page, card?: string): Promise<void> {
  await page.getByRole("heading", { name: "Subscribe" }).waitFor();
  if (card) await page.getByLabel("Card number").fill(card);
  await page.getByRole("button", { name: "Subscribe" }).click();
}

test.describe("where billing is set up", () => {
  test.describe.configure({ mode: "serial" });
  test.use({ baseURL: `http://localhost:${port}` });

  let muster: MusterProcess;
  let stripe: StripeStandin;
  let dataDir: string;
  test.beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "muster-billing-"));
    chmodSync(dataDir, 0o755);
    const secret = "whsec_of_the_browser";
    stripe = await startStripeStandin({ webhook: { url: `http://127.0.0.1:${port}/webhooks/stripe`, secret } });
    muster = await startMuster({
      dataDir,
      port,
      variables: {
        STRIPE_API_BASE: stripe.url,
        STRIPE_SECRET_KEY: stripe.key,
        STRIPE_WEBHOOK_SECRET: secret,
        STRIPE_PRICE_PRO: "price_pro",
        STRIPE_PRICE_TEAMS: "price_teams",
        STRIPE_PRICE_USERS_ADDON: "price_users",
        STRIPE_PRICE_STORAGE_ADDON: "price_storage",
        TRIAL_DAYS: "0",
        RATE_LIMIT_SCALE: "1000",
        BILLING_CONTACT: "mailto:sales@example.test",
      },
    });
  });
  test.afterAll(async () => {
    await muster?.stop();
    await stripe?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("who meets a limit of the Free plan reads why, upgrades and goes on", async ({ page }) => {
    const { slug } = await openTeam(page);
    const addTeam = async () => {
      await page.goto(`/${slug}/org`);
      await page.getByRole("button", { name: "New team" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("Second");
      await page.getByRole("button", { name: "Create team" }).click();
    };
    await addTeam();
    await expect(page.getByText(/The Free plan allows 1 .*in Billing\./).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await openBilling(page);
    await expect(page.getByRole("region", { name: "Free Plan" }).getByText("No card yet")).toBeVisible();
    await expect(plan(page, "Teams").getByText("Popular")).toBeVisible();
    await expect(plan(page, "Enterprise").getByRole("link", { name: "Contact us" })).toHaveAttribute(
      "href",
      "mailto:sales@example.test",
    );
    await plan(page, "Teams").getByRole("button", { name: "Upgrade to Teams" }).click();
    await pay(page, cards.declined);
    await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
    await pay(page, cards.good);
    await page.waitForURL(/\/billing\?.*checkout=done/);
    await expect(page.getByRole("heading", { name: "Teams Plan" })).toBeVisible();
    await expect(page.getByText("Card ending in 4242")).toBeVisible();
    await addTeam();
    await expect(page.getByText("Team created.")).toBeVisible();
    await page.waitForURL(/\/second-\w+\/apps$/);
  });

  test("a plan is changed, added to, cancelled in the portal and resumed", async ({ page }) => {
    await openTeam(page);
    await openBilling(page);
    await plan(page, "Pro").getByRole("button", { name: "Upgrade to Pro" }).click();
    await page.getByRole("heading", { name: "Subscribe" }).waitFor();
    await page.getByRole("link", { name: "Back" }).click();
    await plan(page, "Pro").getByRole("button", { name: "Upgrade to Pro" }).click();
    await pay(page);
    await expect(page.getByRole("heading", { name: "Pro Plan" })).toBeVisible();

    await plan(page, "Teams").getByRole("button", { name: "Upgrade to Teams" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Change to the Teams plan?" });
    await expect(dialog.getByText("charged to your card now")).toBeVisible();
    await dialog.getByRole("button", { name: "Change to Teams" }).click();
    await expect(page.getByText("Plan changed.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Teams Plan" })).toBeVisible();

    await page.getByLabel("Additional seats").fill("2");
    await page.getByRole("button", { name: "Update add-ons" }).click();
    await expect(page.getByText("Add-ons updated.")).toBeVisible();
    await expect(page.getByText("1 of 12")).toBeVisible();

    await page.getByRole("button", { name: "Cards and invoices" }).click();
    await page.getByRole("button", { name: "Cancel plan" }).click();
    await expect(page.getByText("active, cancelled")).toBeVisible();
    await page.getByRole("link", { name: "Return to Muster" }).click();
    await expect(page.getByText(/^Canceled. Ends on /)).toBeVisible();
    await plan(page, "Teams").getByRole("button", { name: "Resume Teams" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Resume plan" }).click();
    await expect(page.getByText(/^Renews on /)).toBeVisible();
  });

  test("axe finds nothing serious on the page of billing, and nothing sticks out of a phone", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openTeam(page);
    await openBilling(page);
    await expect(page.getByText("No card yet")).toBeVisible();
    await expectAccessible(page, "billing");
    await page.setViewportSize({ width: 390, height: 844 });
    const wider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
    expect(await page.evaluate(wider)).toBe(false);
  });
});

test("where billing is not set up the page says so calmly and sells nothing", async ({ page }) => {
  await openTeam(page);
  await openBilling(page);
  await expect(page.getByText("Billing isn't configured on this server.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Enterprise Plan" })).toBeVisible();
  await expect(plan(page, "Enterprise").getByText("Your plan")).toBeVisible();
  for (const [name, price] of [
    ["Free", "$0"],
    ["Pro", "$99"],
    ["Teams", "$199"],
  ] as const) {
    await expect(plan(page, name).getByText(price, { exact: true })).toBeVisible();
    await expect(plan(page, name).getByText("Managed by the server administrator.")).toBeVisible();
    await expect(plan(page, name).getByRole("button")).toHaveCount(0);
  }
  await expect(page.getByRole("button", { name: "Cards and invoices" })).toHaveCount(0);
});
