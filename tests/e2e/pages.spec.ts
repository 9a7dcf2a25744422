import type { Locator, Page } from "@playwright/test";
import { creations, linkHref, sidebarLinks } from "@/components/shell/sidebar/nav";
import { expectAccessible } from "../support/axe";
import { ask, expect, openSample, test, thread } from "../support/browser";

/** Nothing may stick out of a phone's width. */
const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

// What fades in, or changes its color slowly, has less contrast while it does.
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("axe finds nothing serious", () => {
  test.setTimeout(120_000);

  test("in the palette, a session's menu and its dialog", async ({ page }) => {
    await openSample(page);
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "palette");
    await page.keyboard.type("guide");
    // It comes from the server, after the command "Guides", which was the first and selected.
    await expect(page.getByRole("option", { name: "Chat with the guide", exact: true })).toBeVisible();
    await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("zzzz");
    await expect(page.getByText("No results for “zzzz”.")).toBeVisible();
    await expectAccessible(page, "palette without a match");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expectAccessible(page, "session's menu");
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await expectAccessible(page, "rename");
  });

  for (const list of ["apps", "agents", "models", "sessions"])
    test(`in the menus and the dialog of the ${list}`, async ({ page }) => {
      const slug = await openSample(page);
      await page.goto(`/${slug}/${list}`);
      await page
        .getByRole("table")
        .getByRole("button", { name: /More|Actions/ })
        .first()
        .click();
      await expect(page.getByRole("menu")).toBeVisible();
      await expectAccessible(page, "menu of a row");
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
      await expectAccessible(page, "delete");
      await page.keyboard.press("Escape");
      await page.getByRole("combobox").first().click();
      await expect(page.getByRole("listbox")).toBeVisible();
      // An open listbox hides the rest without making it inert: what counts is that Tab does not lead there.
      await expectAccessible(page, "filter", { without: ["aria-hidden-focus"] });
      await page.keyboard.press("Tab");
      await expect(page.getByRole("listbox").locator(":focus")).toHaveCount(1);
    });

  test("on the pages in front of the sign-in", async ({ page }) => {
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
      await expectAccessible(page, path);
    }
  });
});

test.describe("axe finds nothing serious, and nothing is wider than a phone", () => {
  test.setTimeout(240_000);

  /** Follows a link to the page, as those of the console do: that takes a third of loading it. */
  async function follow(page: Page, path: string): Promise<void> {
    await page.evaluate((to) => Reflect.get(window, "next").router.push(to), path);
    await page.waitForURL(`**${path}`);
    // The title arrives after the page.
    await expect(page).toHaveTitle(/./);
  }

  async function lookAt(page: Page, paths: string[]): Promise<void> {
    for (const path of paths) {
      await page.setViewportSize({ width: 1_440, height: 900 });
      await follow(page, path);
      await expect(page.locator("h1, h2").first()).toBeVisible();
      await expectAccessible(page, path);
      await page.setViewportSize({ width: 390, height: 844 });
      expect([path, await sticksOut(page)]).toEqual([path, false]);
    }
  }

  test("on the pages of the sidebar", async ({ page }) => {
    const slug = await openSample(page);
    const links = sidebarLinks(slug, null);
    await lookAt(
      page,
      links.map(({ link, team }) => linkHref(link, team)),
    );
  });

  test("on the pages where things are made", async ({ page }) => {
    const slug = await openSample(page);
    const made = [...creations.map(({ path }) => path), "/app/add#step2", "/vectordb/builtin"];
    await lookAt(page, [...made.map((path) => `/${slug}${path}`), "/onboarding", "/onboarding/configuremodels"]);
  });

  test("on a session and all other pages", async ({ page }) => {
    const slug = await openSample(page);
    const session = new URL(page.url()).pathname;
    await ask(page, "Write some code");
    await expect(thread(page).getByText("Connect a real model to get real code.")).toBeVisible({ timeout: 15_000 });
    const ofTeam = ["usage", "audit", "trash", "nothing/here"].map((path) => `/${slug}/${path}`);
    const ofAccount = ["/welcome", "/account", "/billing", "/reference", "/guide", "/guide/api"];
    await lookAt(page, [session, `${session}/trace`, ...ofTeam, ...ofAccount]);
  });
});

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
  const menu = page.getByRole("button", { name: `Actions for ${name}` });
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
