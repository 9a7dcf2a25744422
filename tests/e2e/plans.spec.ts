import type { Page } from "@playwright/test";
import { expect, openTeam, password, test } from "../support/browser";
import { startProcess } from "../support/processes";

const dialog = (page: Page) => page.getByRole("dialog");
const administrator = "The server administrator can change the plan.";

/** As whoever runs the server sets it. */
async function setPlan(orgId: string, plan: string): Promise<void> {
  const variables = { DATA_DIR: process.env.E2E_DATA_DIR ?? "", APP_URL: "http://localhost" };
  const admin = startProcess("lib/scripts/admin.ts", variables, process.cwd(), ["plan", orgId, plan]);
  expect(await admin.exit(), admin.output()).toBe(0);
}

async function addTeam(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New team" }).click();
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByRole("button", { name: "Create team" }).click();
}

async function invite(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Invite" }).click();
  await dialog(page).getByLabel("Name").fill("Bob");
  await dialog(page).getByLabel("Email").fill(email);
  await dialog(page).getByRole("button", { name: "Get link" }).click();
}

test("each limit of the free plan says what it is, what is used and who can change it; a larger one goes on", async ({
  page,
}) => {
  const { slug, orgId } = await openTeam(page);
  await setPlan(orgId, "free");
  await page.goto(`/${slug}/org`);
  const plan = page.getByRole("region", { name: "Plan and usage" });
  await expect(plan.getByText("Free Plan")).toBeVisible();
  await expect(plan.getByRole("progressbar", { name: "Teams: 1 of 1" })).toBeVisible();
  await expect(plan.getByText(administrator)).toBeVisible();

  await addTeam(page, "Second");
  await expect(dialog(page).getByRole("alert")).toContainText(
    `The Free plan allows 1 team, and this organization has 1. ${administrator}`,
  );
  await page.keyboard.press("Escape");
  await invite(page, `bob-${slug}@example.test`);
  await expect(dialog(page).getByRole("alert")).toContainText(
    `The Free plan allows 1 member, including pending invitations, and this organization has 1. ${administrator}`,
  );
  await page.goto("/welcome");
  await page.getByRole("button", { name: "New organization" }).click();
  await dialog(page).getByLabel("Name").fill("Another");
  await dialog(page).getByRole("button", { name: "Create organization" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText(
    `The Free plan allows 1 organization, and you own 1. ${administrator}`,
  );
  await page.goto(`/${slug}/model/add`);
  await expect(page.getByRole("radio", { name: "Anthropic" })).toBeDisabled();
  await expect(page.getByRole("radio", { name: "OpenAI", exact: true })).toBeEnabled();
  await expect(page.getByText("Not in the Free plan").first()).toBeVisible();
  await page.goto(`/${slug}/agent/add`);
  await page.locator('input[type="file"]').setInputFiles({
    name: "large.png",
    mimeType: "image/png",
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  });
  await expect(page.getByText("large.png exceeds the Free plan's limit of 5 MB per file")).toBeVisible();

  await setPlan(orgId, "teams");
  await page.goto(`/${slug}/org`);
  await expect(plan.getByText("Teams Plan")).toBeVisible();
  await addTeam(page, "Second");
  await page.waitForURL(/\/second-\w+\/apps/);
  await page.getByRole("link", { name: "Organization" }).click();
  await expect(plan.getByRole("progressbar", { name: "Teams: 2 of 3" })).toBeVisible();
  await page.goto(`/${slug}/model/add`);
  await expect(page.getByRole("radio", { name: "Anthropic" })).toBeEnabled();
});

test("a member over a smaller plan's seats reads why nothing can be changed, sees all, and leaves", async ({
  page,
  browser,
}) => {
  const { slug, orgId } = await openTeam(page);
  await page.goto(`/${slug}/team`);
  await invite(page, `bob-${slug}@example.test`);
  const link = await dialog(page).getByLabel("Invitation link").inputValue();
  const bob = await (await browser.newContext()).newPage();
  await bob.goto(link);
  await bob.locator('input[type="password"]').first().fill(password);
  await bob.getByRole("button", { name: "Create account and join" }).click();
  await expect(bob.getByRole("heading", { name: "My team", level: 1 })).toBeVisible();
  await setPlan(orgId, "free");

  await bob.goto(`/${slug}/variables`);
  await expect(bob.getByText("The Free plan allows 1 member, and this organization has 2")).toBeVisible();
  await expect(
    bob.getByText("This organization's plan has no seat for you, so your access is read-only.").first(),
  ).toBeVisible();
  await page.goto(`/${slug}/team`);
  const row = page.getByRole("row").filter({ hasText: "Bob" });
  await expect(row.getByText("Read-only: no seat")).toBeVisible();
  await page.goto(`/${slug}/org`);
  await expect(page.getByText("The newest member has no seat, so their access is read-only")).toBeVisible();

  await bob.goto(`/${slug}/team`);
  await expect(bob.getByRole("button", { name: "Rename" })).toHaveAttribute("aria-disabled", "true");
  await bob.getByRole("button", { name: "Leave team" }).click();
  await bob.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await bob.waitForURL("**/welcome");
  await bob.context().close();
});
