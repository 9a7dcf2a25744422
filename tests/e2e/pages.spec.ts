import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { composer, expect, openSample, test, thread } from "../support/browser";

async function check(page: Page, name: string): Promise<void> {
  // The bar of nextjs-toploader, there while a call is under way, has a role of its own invention.
  const { violations } = await new AxeBuilder({ page }).exclude("#nprogress").analyze();
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(bad.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([]);
}

/** Nothing may stick out of a phone's width. */
const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing serious on any page, ${theme}`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    for (const path of ["/login", "/register", "/requestchangepassword", "/verify", "/changepassword?token=x"]) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      await check(page, path);
    }
    const slug = await openSample(page);
    const session = new URL(page.url()).pathname;
    await composer(page).fill("Write some code");
    await composer(page).press("Enter");
    await expect(thread(page).getByText("Connect a real model to get real code.")).toBeVisible({ timeout: 15_000 });
    const paths = [
      "apps",
      "agents",
      "models",
      "sessions",
      "model/add",
      "agent/add",
      "app/add",
      "app/add#step2",
      "nothing/here",
    ].map((path) => `/${slug}/${path}`);
    for (const path of [
      session,
      `${session}/trace`,
      ...paths,
      "/welcome",
      "/account",
      "/onboarding",
      "/onboarding/configuremodels",
    ]) {
      await page.setViewportSize({ width: 1_440, height: 900 });
      await page.goto(path);
      await page.waitForLoadState("load");
      await expect(page.locator("h1, h2").first()).toBeVisible();
      await check(page, path);
      await page.setViewportSize({ width: 390, height: 844 });
      expect([path, await sticksOut(page)]).toEqual([path, false]);
    }
  });
}
