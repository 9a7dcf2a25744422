import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { ask, expect, openSample, test, thread } from "../support/browser";

async function check(page: Page, name: string, without: string[] = []): Promise<void> {
  // The bar of nextjs-toploader, there while a call is under way, has a role of its own invention.
  const { violations } = await new AxeBuilder({ page }).exclude("#nprogress").disableRules(without).analyze();
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(bad.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([]);
}

/** Nothing may stick out of a phone's width. */
const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing serious in open menus and dialogs, ${theme}`, async ({ page }) => {
    test.setTimeout(120_000);
    // What fades in has less contrast while it does.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    const slug = await openSample(page);
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("dialog")).toBeVisible();
    await check(page, "palette");
    await page.keyboard.type("zzzz");
    await expect(page.getByText("Nothing found for “zzzz”.")).toBeVisible();
    await check(page, "palette without a match");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await check(page, "session's menu");
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await check(page, "rename");
    for (const list of ["apps", "agents", "models", "sessions"]) {
      await page.goto(`/${slug}/${list}`);
      await page
        .getByRole("table")
        .getByRole("button", { name: /More|Actions/ })
        .first()
        .click();
      await expect(page.getByRole("menu")).toBeVisible();
      await check(page, `${list}: menu of a row`);
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
      await check(page, `${list}: delete`);
      await page.keyboard.press("Escape");
      await page.getByRole("combobox").first().click();
      await expect(page.getByRole("listbox")).toBeVisible();
      // An open listbox hides the rest without making it inert: what counts is that Tab does not lead there.
      await check(page, `${list}: filter`, ["aria-hidden-focus"]);
      await page.keyboard.press("Tab");
      await expect(page.getByRole("listbox").locator(":focus")).toHaveCount(1);
    }
  });

  test(`axe finds nothing serious on any page, ${theme}`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    for (const path of [
      "/login",
      "/register",
      "/requestchangepassword",
      "/verify",
      "/verify?token=mi_x",
      "/changepassword?token=x",
    ]) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      await check(page, path);
    }
    const slug = await openSample(page);
    const session = new URL(page.url()).pathname;
    await ask(page, "Write some code");
    await expect(thread(page).getByText("Connect a real model to get real code.")).toBeVisible({ timeout: 15_000 });
    const paths = [
      "connections",
      "connections/add",
      "apps",
      "agents",
      "tools",
      "tool/add",
      "variables",
      "vectordbs",
      "models",
      "sessions",
      "usage",
      "audit",
      "variable/add",
      "team",
      "org",
      "model/add",
      "vectordb/add",
      "vectordb/builtin",
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
      "/billing",
      "/reference",
      "/apikeys",
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

test("a long name without spaces stays inside its card, its dialog and its page on a phone", async ({ page }) => {
  const slug = await openSample(page);
  await page.goto(`/${slug}/models`);
  await page.getByRole("link", { name: "Offline demo" }).click();
  const name = "W".repeat(80);
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(`**/${slug}/models`);
  await page.setViewportSize({ width: 390, height: 844 });
  const right = async (box: Locator) => {
    const { x = 0, width = 0 } = (await box.boundingBox()) ?? {};
    return x + width;
  };
  const menu = page.getByRole("button", { name: /^Actions for/ });
  const before = (await menu.boundingBox())?.x ?? 0;
  expect(await right(page.getByRole("link", { name }).getByTitle(name))).toBeLessThanOrEqual(before);
  await page.goto(`/${slug}/agents`);
  expect(await right(page.getByText(name))).toBeLessThanOrEqual(before);
  await page.goto(`/${slug}/models`);
  await menu.click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  const title = dialog.getByRole("heading");
  expect(await title.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false);
  expect(await right(title)).toBeLessThanOrEqual(await right(dialog));
  expect(await sticksOut(page)).toBe(false);
});
