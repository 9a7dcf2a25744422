import type { Browser, Page } from "@playwright/test";
import { expect, password } from "./browser";

const dialog = (page: Page) => page.getByRole("dialog");

/** Invites by the team's page; answers the link that may be passed on. */
export async function inviteBob(page: Page, slug: string, email: string): Promise<string> {
  await page.goto(`/${slug}/team`);
  await page.getByRole("button", { name: "Invite" }).click();
  await dialog(page).getByLabel("Name").fill("Bob");
  await dialog(page).getByLabel("Email").fill(email);
  await dialog(page).getByRole("button", { name: "Get link" }).click();
  const link = await dialog(page).getByLabel("Invitation link").inputValue();
  await dialog(page).getByRole("button", { name: "Done" }).click();
  return link;
}

/** Bob in a browser of his own, joined by his link. */
export async function joinAsBob(browser: Browser, link: string): Promise<Page> {
  const bob = await (await browser.newContext()).newPage();
  await bob.goto(link);
  await expect(bob.getByRole("heading", { name: "Join My team" })).toBeVisible();
  await bob.locator('input[type="password"]').first().fill(password);
  await bob.getByRole("button", { name: "Create account and join" }).click();
  await expect(bob.getByRole("heading", { name: "My team", exact: true })).toBeVisible();
  return bob;
}
