import { expectAccessible } from "../support/axe";
import { composer, expect, openTeam, pressUntil, registerWithSample, test, thread } from "../support/browser";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const phone = { width: 390, height: 844 };

test("the gallery leads from an empty team to a chat that answers from documents", async ({ page }) => {
  test.setTimeout(120_000);
  const { slug, token } = await openTeam(page);
  await page.getByRole("link", { name: "Start from a template" }).click();
  const cards = page.getByRole("list", { name: "Templates" }).getByRole("listitem");
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(9);
  await expect(page.getByRole("img", { name: /^Process: Gather notes, Calculate the figures/ })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Chat with Support agent\. Tools: Help center/ })).toBeVisible();
  await expect(cards.filter({ hasText: "Expense approval" }).first()).toContainText("1 agent, 2 tasks, 1 tool");
  await expectAccessible(page, "gallery");

  await page.getByRole("link", { name: "Customer support" }).click();
  await expect(page.getByRole("heading", { name: "Customer support", level: 1 })).toBeVisible();
  await expect(page.getByText(/It is added with sample documents/)).toBeVisible();
  await expectAccessible(page, "a template");
  await page.getByRole("button", { name: "Use template" }).click();
  await page.waitForURL(/\/app\/app_/);
  await page.getByRole("button", { name: "New session" }).click();
  await page.waitForURL(/\/session\/session_/);
  await expect(composer(page)).toBeVisible();
  const headers = { authorization: `Bearer ${token}` };
  const source = async () => (await page.request.get(`/${slug}/datasources.json`, { headers })).text();
  await expect.poll(source, { timeout: 30_000 }).toContain('"status":"ready"');
  await page.getByRole("button", { name: "How do I return an item?" }).click();
  await expect(
    thread(page)
      .getByText(/within 30 days of delivery/)
      .first(),
  ).toBeVisible({ timeout: 30_000 });
});

test("a template says what remains to be connected, and is not added twice", async ({ page }) => {
  test.setTimeout(120_000);
  const { slug } = await registerWithSample(page);
  const open = () => page.goto(`/${slug}/app/templates/database-questions`);
  await open();
  await page.getByRole("button", { name: "Use template" }).click();
  await expect(page.getByText(/^Enter the secrets of the tool “Query the database”/)).toBeVisible();
  await expectAccessible(page, "to do");
  await open();
  await page.getByRole("button", { name: "Use template" }).click();
  await page.waitForURL(/\/app\/app_/);
  await expect(page.getByRole("heading", { name: "Ask the database", level: 1 })).toBeVisible();
});

test("new apps, the home page and the palette lead to the gallery, which fits a phone", async ({ page }) => {
  const { slug } = await openTeam(page);
  const heading = page.getByRole("heading", { name: "Templates", level: 1 });
  await page.goto(`/${slug}/app/add`);
  await expect(page.getByRole("radio", { name: "Blank chat" })).toBeChecked();
  await page.getByRole("link", { name: /^Template/ }).click();
  await expect(heading).toBeVisible();
  await page.goto(`/${slug}`);
  await page.getByRole("main").getByRole("link", { name: "Templates" }).click();
  await expect(heading).toBeVisible();
  await page.goto(`/${slug}/agents`);
  const palette = page.getByRole("dialog");
  await pressUntil(page, "ControlOrMeta+k", () => expect(palette).toBeVisible({ timeout: 500 }));
  await page.keyboard.type("templates");
  await palette.getByRole("option", { name: "Templates", exact: true }).click();
  await expect(heading).toBeVisible();

  await page.setViewportSize(phone);
  for (const id of ["", "/release-notes", "/contract-questions"]) {
    await page.goto(`/${slug}/app/templates${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([id, width]).toEqual([id, phone.width]);
  }
  await page.goto(`/${slug}/app/templates/nothing`);
  await expect(page.getByText("Page not found")).toBeVisible();
});
