import type { Page } from "@playwright/test";
import { expect, registerWithSample, test } from "../support/browser";

/** Answers the browser's next question, and tells what it was. */
const answer = (page: Page, stay: boolean): Promise<string> =>
  new Promise((resolve) =>
    page.once("dialog", async (dialog) => {
      resolve(dialog.message());
      await (stay ? dialog.dismiss() : dialog.accept());
    }),
  );

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
    const question = "Discard unsaved changes?";
    for (const leave of [
      () => page.evaluate(() => history.back()),
      () => page.evaluate(() => history.back()),
      () => page.getByRole("link", { name: "Models" }).click(),
      () => page.getByRole("link", { name: "Cancel" }).click(),
    ]) {
      const asked = answer(page, true);
      await leave();
      expect(await asked).toBe(question);
      await stillThere(page);
    }
    const closing = answer(page, true);
    await page.evaluate(() => window.location.reload());
    expect(await closing).toBe("");
    await stillThere(page);

    const leaving = answer(page, false);
    await page.evaluate(() => history.back());
    expect(await leaving).toBe(question);
    await expect(page).toHaveURL(/\/agents$/);
    await page.goForward();
    await expect(page.getByLabel("Role")).not.toHaveValue(typed);
  });

  test("nobody is asked without changes, or after saving", async ({ page }) => {
    const questions: string[] = [];
    await changeAgent(page);
    page.on("dialog", async (dialog) => {
      questions.push(dialog.message());
      await dialog.accept();
    });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveURL(/\/agents$/);
    await page.goBack();
    await expect(page.getByLabel("Role")).toHaveValue(typed);
    await page.getByRole("link", { name: "Models" }).click();
    await expect(page).toHaveURL(/\/models$/);
    expect(questions).toEqual([]);
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
    const asked = answer(page, true);
    await page.evaluate(() => history.go(-2));
    expect(await asked).toBe("Discard unsaved changes?");
    await expect(page).toHaveURL(/\/app\/add#step2$/);
    await expect(page.getByLabel("Name")).toHaveValue(typed);
  });
});
