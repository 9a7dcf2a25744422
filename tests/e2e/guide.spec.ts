import type { Page } from "@playwright/test";
import { readGuides } from "@/components/guides/read-guides";
import { expectAccessible } from "../support/axe";
import { expect, openTeam, pressUntil, test } from "../support/browser";

/** Addresses of the pictures that did not load. */
const findBroken = (page: Page) =>
  page.locator("article img").evaluateAll(async (all) => {
    const pictures = all as HTMLImageElement[];
    for (const picture of pictures) picture.loading = "eager";
    const loaded = await Promise.allSettled(pictures.map((picture) => picture.decode()));
    return pictures.filter((_, i) => loaded[i]?.status === "rejected").map(({ src }) => src);
  });

test("the guides are read in order without signing in, with their pictures, in both themes", async ({ page }) => {
  test.setTimeout(120_000);
  const guides = readGuides();
  await page.goto("/guide");
  await expect(page.getByRole("heading", { name: "Guides", level: 1 })).toBeVisible();
  await expectAccessible(page, "/guide");
  await page.getByRole("main").getByRole("link", { name: guides[0]?.title }).click();
  for (const [i, { slug, title }] of guides.entries()) {
    await page.waitForURL(`**/guide/${slug}`);
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    expect([slug, await findBroken(page)]).toEqual([slug, []]);
    await expectAccessible(page, slug);
    const next = guides[i + 1];
    if (next) await page.getByRole("link", { name: `${next.title} →` }).click();
  }
  await page.goto("/guide/operation");
  await page.getByRole("link", { name: "Back up", exact: true }).click();
  await expect(page).toHaveURL(/\/guide\/operation#back-up$/);
  await page.goto("/guide/nothing");
  await expect(page.getByText("Page not found")).toBeVisible();
});

test("an empty list and the palette lead to the guides", async ({ page }) => {
  const { slug } = await openTeam(page);
  await page.goto(`/${slug}/connections`);
  await page.getByRole("link", { name: "Read the guide" }).click();
  await expect(page.getByRole("heading", { name: "Add a data source" })).toBeVisible();
  const palette = page.getByRole("dialog");
  await pressUntil(page, "ControlOrMeta+k", () => expect(palette).toBeVisible({ timeout: 500 }));
  await page.keyboard.type("guides");
  await palette.getByRole("option", { name: "Guides", exact: true }).click();
  await page.waitForURL("**/guide");
});
