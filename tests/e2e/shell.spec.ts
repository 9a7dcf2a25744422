import type { Page } from "@playwright/test";
import { expect, openSample, openTeam, pressUntil, test } from "../support/browser";

const phone = { width: 390, height: 844 };
const sidebar = (page: Page) => page.getByRole("complementary", { name: "Sidebar" });
const toggle = (page: Page) => page.getByRole("button", { name: "Toggle sidebar" });
const switcher = (page: Page) => page.getByRole("button", { name: /^Team:/ });
const userMenu = (page: Page) => page.getByRole("button", { name: /^Account:/ });

/** The sidebar's width in pixels, once it has settled. */
const expectWidth = (page: Page, width: number, timeout = 5_000) =>
  expect(async () => expect((await sidebar(page).boundingBox())?.width).toBe(width)).toPass({ timeout });

/** Registers; returns the slug of the team that came with it. */
async function begin(page: Page): Promise<string> {
  const { slug } = await openTeam(page);
  await expect(switcher(page)).toBeEnabled();
  return slug;
}

const sidebarCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === "sidebar");

test.describe("the sidebar", () => {
  test("is folded where there is little room, by its button and by Ctrl or Cmd+B, and a cookie of seven days keeps that", async ({
    page,
  }) => {
    await begin(page);
    await page.setViewportSize({ width: 800, height: 800 });
    await expectWidth(page, 48);
    await page.setViewportSize({ width: 1_280, height: 720 });
    await expectWidth(page, 256);
    expect(await sidebarCookie(page)).toBeUndefined();
    await toggle(page).click();
    await expectWidth(page, 48);
    const cookie = await sidebarCookie(page);
    expect(cookie?.value).toBe("false");
    const days = ((cookie?.expires ?? 0) - Date.now() / 1_000) / 86_400;
    expect(Math.round(days * 100) / 100).toBe(7);

    const html = await (await page.request.get("/account")).text();
    expect(html).toContain('\\"startOpen\\":false');
    await page.reload();
    await expectWidth(page, 48);
    await page.keyboard.press("Control+b");
    await expectWidth(page, 256);
    expect((await sidebarCookie(page))?.value).toBe("true");
    await page.keyboard.press("Meta+b");
    await expectWidth(page, 48);
  });

  test("in icon mode its links keep their names, and a tooltip tells them to whoever sees", async ({ page }) => {
    const slug = await begin(page);
    await pressUntil(page, "Control+b", () => expectWidth(page, 48, 2_000));
    const models = sidebar(page).getByRole("link", { name: "Models" });
    await models.hover();
    await expect(page.getByRole("tooltip")).toHaveText("Models");
    await page.mouse.move(700, 500, { steps: 10 });
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await models.focus();
    await expect(page.getByRole("tooltip")).toHaveText("Models");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/${slug}/models`);
    await expect(models).toHaveAttribute("aria-current", "page");
  });

  test("on a phone it is a sheet that closes by Escape and by going somewhere, and leaves the cookie alone", async ({
    page,
  }) => {
    const slug = await begin(page);
    await page.setViewportSize(phone);
    const sheet = page.getByRole("dialog", { name: "Navigation" });
    await expect(sidebar(page)).toBeHidden();
    await toggle(page).focus();
    await page.keyboard.press("Enter");
    await expect(sheet).toBeVisible();
    expect((await sheet.boundingBox())?.width).toBeCloseTo(288);
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
    await expect(toggle(page)).toBeFocused();
    await page.keyboard.press("Control+b");
    await sheet.getByRole("link", { name: "Agents" }).click();
    await expect(page).toHaveURL(`/${slug}/agents`);
    await expect(sheet).toHaveCount(0);
    expect(await sidebarCookie(page)).toBeUndefined();
  });
});

test.describe("the team switcher", () => {
  /** Makes a team through the switcher; ends in it. */
  async function addTeam(page: Page, name: string): Promise<void> {
    // A page that has just loaded may take the focus for its first field, which closes the menu.
    await expect(async () => {
      // A click that took too long to be told of was done all the same.
      if (await page.getByRole("dialog").isVisible()) return;
      await switcher(page).click({ timeout: 1_000 });
      await page.getByRole("menuitem", { name: "New team" }).click({ timeout: 1_000 });
    }).toPass();
    await page.getByLabel("Name").fill(name);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Team created.").first()).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  async function choose(page: Page, name: string): Promise<void> {
    // A page that has just loaded may take the focus for its first field, which closes the menu.
    await expect(async () => {
      if ((await switcher(page).getAttribute("aria-label", { timeout: 1_000 })) === `Team: ${name}`) return;
      await switcher(page).click({ timeout: 1_000 });
      await page.getByRole("menuitem", { name, exact: true }).click({ timeout: 1_000 });
    }).toPass();
    await expect(switcher(page)).toHaveAccessibleName(`Team: ${name}`);
  }

  test("leads to the like page of the other team", async ({ page }) => {
    test.slow();
    const slug = await openSample(page);
    const session = page.url();
    await expect(switcher(page)).toBeEnabled();
    const first = (await switcher(page).getAttribute("aria-label"))?.replace("Team: ", "") ?? "";
    await addTeam(page, "Second");
    await page.goto(`/${slug}/agents`);
    await page.getByRole("table").getByRole("link").first().click();
    await page.waitForURL(/\/agent\/agent_/);
    const agent = page.url();
    await page.goto(`/${slug}/apps`);
    await choose(page, "Second");
    const other = new URL(page.url()).pathname.split("/")[1] ?? "";
    expect(other).not.toBe(slug);
    for (const [from, to] of [
      [`/${slug}/models`, `/${other}/models`],
      [agent, `/${other}/agents`],
      [`/${slug}/model/add`, `/${other}/models`],
      [session, `/${other}/apps`],
    ] as const) {
      await page.goto(from);
      await expect(switcher(page)).toHaveAccessibleName(`Team: ${first}`);
      await choose(page, "Second");
      await expect(page).toHaveURL(to);
    }
    await page.goto("/account");
    await choose(page, first);
    await expect(page).toHaveURL(`/${slug}/apps`);
  });

  test("says that it is switching for at least 600 ms, and what happened when that fails", async ({ page }) => {
    const slug = await begin(page);
    await addTeam(page, "Second");
    await page.goto(`/${slug}/models`);
    const other = () => page.getByRole("menuitem", { name: "Second" });
    await switcher(page).click();
    await expect(other()).not.toHaveAttribute("aria-current");
    const started = Date.now();
    await other().click();
    await expect(page).not.toHaveURL(`/${slug}/models`);
    expect(Date.now() - started).toBeGreaterThanOrEqual(600);

    await page.goto(`/${slug}/models`);
    const held = Promise.withResolvers<void>();
    await page.route(
      "**/forms/account/switch",
      async (route) => {
        await held.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await switcher(page).click();
    await other().click();
    await expect(switcher(page)).toHaveAttribute("aria-busy", "true");
    await expect(switcher(page)).toBeDisabled();
    held.resolve();
    await expect(switcher(page)).toHaveAccessibleName("Team: Second");
    await switcher(page).click();
    await expect(other()).toHaveAttribute("aria-current", "true");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);

    const stay = page.url();
    await page.route("**/forms/account/switch", (route) => route.abort());
    await switcher(page).click();
    await page.getByRole("menuitem").first().click();
    await expect(page.getByText("An error occurred when switching teams")).toBeVisible();
    expect(page.url()).toBe(stay);
    await expect(switcher(page)).toBeEnabled();
  });
});

test("the theme is chosen in the user menu, kept, and can follow the system", async ({ page }) => {
  await begin(page);
  const dark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));
  const stored = () => page.evaluate(() => [localStorage.getItem("theme"), localStorage.getItem("useSystemTheme")]);
  const choose = async (name: string) => {
    await userMenu(page).click();
    await page.getByRole("menuitemradio", { name }).click();
  };
  expect(await dark()).toBe(false);
  await choose("Dark");
  await expect.poll(dark).toBe(true);
  expect(await stored()).toEqual(["dark", "false"]);
  await page.reload({ waitUntil: "commit" });
  await page.waitForSelector("body", { state: "attached" });
  expect(await dark()).toBe(true);
  await choose("System");
  await expect.poll(dark).toBe(false);
  expect((await stored())[1]).toBe("true");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(dark).toBe(true);
  await choose("Light");
  await expect.poll(dark).toBe(false);
  expect(await stored()).toEqual(["light", "false"]);
});

test("a menu that has just gone opens again at the next press", async ({ page }) => {
  await begin(page);
  for (let turn = 0; turn < 20; turn++) {
    await page.waitForTimeout(turn * 8);
    await userMenu(page).click();
    await page.getByRole("menuitemradio", { name: turn % 2 ? "Light" : "Dark" }).click();
  }
});

test.describe("the keyboard", () => {
  test("skips to the content, walks the menus by arrows, and finds the way back out of them", async ({ page }) => {
    await begin(page);
    await page.reload();
    await expect(userMenu(page)).toBeVisible();
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    expect((await skip.boundingBox())?.width).toBeGreaterThan(80);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();

    await userMenu(page).focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Account" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem").nth(1)).toBeFocused();
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem", { name: "Log out" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(userMenu(page)).toBeFocused();

    const bell = page.getByRole("button", { name: /^Notifications/ });
    await bell.press("Enter");
    await expect(page.getByRole("dialog", { name: "Notifications" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(bell).toBeFocused();
  });

  test("comes back from a dialog to what opened it, and to the content when that is gone", async ({ page }) => {
    const slug = await openSample(page);
    await page.goto(`/${slug}/sessions`);
    await expect(switcher(page)).toBeEnabled();
    await switcher(page).press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem", { name: "New team" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Name")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(switcher(page)).toBeFocused();

    const actions = page.getByRole("button", { name: /^Actions for/ });
    const erase = async () => {
      await actions.press("Enter");
      await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
      await expect(page.getByRole("alertdialog")).toBeVisible();
    };
    await erase();
    await page.keyboard.press("Escape");
    await expect(actions).toBeFocused();
    await erase();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).press("Enter");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
  });

  test("reaches every control of the open pages, with a ring around it", async ({ page }) => {
    for (const path of ["/login", "/register", "/requestchangepassword", "/verify", "/changepassword?token=x"]) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      let controls = 0;
      // The form may come after the page: until two counts agree.
      await expect
        .poll(async () => {
          const before = controls;
          controls = await page.locator("a[href]:visible, button:visible:enabled, input:visible").count();
          return controls > 0 && controls === before;
        })
        .toBe(true);
      const reached = new Set<string>();
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      for (let left = controls + 2; left > 0; left -= 1) {
        await page.keyboard.press("Tab");
        const seen = await page.evaluate(() => {
          const element = document.activeElement;
          if (!element || element === document.body) return null;
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          const ring = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
          return { html: element.outerHTML, ring };
        });
        if (!seen) continue;
        expect([path, seen.html, seen.ring]).toEqual([path, seen.html, true]);
        reached.add(seen.html);
      }
      expect([path, reached.size]).toEqual([path, controls]);
    }
  });
});
