import { expect, openSample, test } from "../support/browser";

for (const theme of ["light", "dark"])
  for (const width of [1440, 390])
    test(`shots ${theme} ${width}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme as "light" | "dark" });
      await page.setViewportSize({ width, height: 900 });
      const slug = await openSample(page);
      const shot = (name: string) => page.screenshot({ path: `/tmp/shots/${name}-${theme}-${width}.png` });
      for (const name of ["city", "company_name_that_is_rather_long_for_a_phone", "country"]) {
        await page.goto(`/${slug}/variable/add`);
        await page.getByLabel("Name").fill(name);
        await page.getByRole("button", { name: "Create variable" }).click();
        await page.waitForURL(`**/${slug}/variables`);
      }
      const del = async (name: string) => {
        await page
          .getByRole("button", { name: new RegExp(name) })
          .last()
          .click();
        await page.getByRole("menuitem", { name: "Delete" }).click();
        await page.waitForTimeout(400);
        await shot("dialog");
        await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
        await expect(page.getByRole("button", { name: "Undo" }).first()).toBeVisible();
      };
      await del("city");
      await page.waitForTimeout(600);
      await shot("toast");
      await del("company_name");
      await page.goto(`/${slug}/trash`);
      await expect(page.getByText("city").first()).toBeVisible();
      await page.waitForTimeout(300);
      await shot("trash");
      await page.getByRole("button", { name: "Empty trash" }).click();
      await page.waitForTimeout(400);
      await shot("empty");
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.goto(`/${slug}/variable/add`);
      await page.getByLabel("Name").fill("city");
      await page.getByRole("button", { name: "Create variable" }).click();
      await page.waitForURL(`**/${slug}/variables`);
      await page.goto(`/${slug}/trash`);
      await page.getByRole("button", { name: /city/ }).last().click();
      await page.waitForTimeout(300);
      await shot("menu");
      await page.getByRole("menuitem", { name: "Restore" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.waitForTimeout(400);
      await shot("rename");
      await page.goto(`/${slug}/team`);
      await page.getByText("Open the trash").scrollIntoViewIfNeeded();
      await page.waitForTimeout(300);
      await shot("team");
    });
