import type { Page } from "@playwright/test";
import { expect, registerWithSample, test } from "../support/browser";

const answer = (page: Page, button: "Cancel" | "Leave"): Promise<void> =>
  page
    .getByRole("alertdialog", { name: "Leave without saving your changes?" })
    .getByRole("button", { name: button })
    .click();

test.describe("unsaved changes", () => {
  const typed = "Not saved yet";

  /** From the list to the form of an agent, with something typed into it. */
  async function changeAgent(page: Page): Promise<void> {
    const { slug } = await registerWithSample(page);
    await page.goto(`/${slug}/agents`);
    await page.getByRole("table").getByRole("link").first().click();
    await page.waitForURL(/\/agent\/agent_/);
    await page.getByLabel("Role").fill(typed);
  }
  const stillThere = async (page: Page): Promise<void> => {
    await expect(page).toHaveURL(/\/agent\/agent_/);
    await expect(page.getByLabel("Role")).toHaveValue(typed);
  };

  test("are asked about on the browser's back, on links, on another team and on closing", async ({ page }) => {
    await changeAgent(page);
    for (const leave of [
      () => page.evaluate(() => history.back()),
      () => page.evaluate(() => history.back()),
      () => page.getByRole("link", { name: "Models" }).click(),
      () => page.getByRole("link", { name: "Cancel" }).click(),
    ]) {
      await leave();
      await answer(page, "Cancel");
      await stillThere(page);
    }
    const closing = page.waitForEvent("dialog");
    await page.evaluate(() => void setTimeout(() => window.location.reload()));
    await (await closing).dismiss();
    await stillThere(page);

    await page.getByRole("link", { name: "Models" }).click();
    await answer(page, "Leave");
    await expect(page).toHaveURL(/\/models$/);
    await page.goBack();
    await page.getByLabel("Role").fill(typed);
    await page.evaluate(() => history.back());
    await answer(page, "Leave");
    await expect(page).toHaveURL(/\/agents$/);
    await page.goForward();
    await expect(page.getByLabel("Role")).not.toHaveValue(typed);
  });

  test("nobody is asked without changes, or after saving", async ({ page }) => {
    await changeAgent(page);
    await page.getByRole("button", { name: "Save and apply" }).click();
    await expect(page).toHaveURL(/\/agents$/);
    await page.goBack();
    await expect(page.getByLabel("Role")).toHaveValue(typed);
    await page.getByRole("link", { name: "Models" }).click();
    await expect(page).toHaveURL(/\/models$/);
  });

  test("the wizard's steps are left and entered without a question, the wizard is not", async ({ page }) => {
    const { slug } = await registerWithSample(page);
    await page.goto(`/${slug}/apps`);
    await page.getByRole("link", { name: "New app" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/#step2$/);
    await page.getByLabel("Name").fill(typed);
    await page.goBack();
    await expect(page).toHaveURL(/#step1$/);
    await page.goForward();
    await expect(page.getByLabel("Name")).toHaveValue(typed);
    await page.evaluate(() => history.go(-2));
    await answer(page, "Cancel");
    await expect(page).toHaveURL(/\/app\/add#step2$/);
    await expect(page.getByLabel("Name")).toHaveValue(typed);
  });
});
