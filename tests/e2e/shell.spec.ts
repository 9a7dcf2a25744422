import type { Page } from "@playwright/test";
import { expect, openSample, register, test } from "../support/browser";

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
    const slug = await openSample(page);
    await page.goto(`/${slug}/agents`);
    await page.getByRole("table").getByRole("link").first().click();
    await page.waitForURL(/\/agent\/agent_/);
    await page.getByLabel("Role").fill(typed);
  }
  const stillThere = async (page: Page): Promise<void> => {
    expect(page.url()).toMatch(/\/agent\/agent_/);
    await expect(page.getByLabel("Role")).toHaveValue(typed);
  };

  test("are asked about on the browser's back, on links, on another team and on closing", async ({ page }) => {
    await changeAgent(page);
    const question = "Leave without saving your changes?";
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
    const slug = await openSample(page);
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
    expect(await asked).toBe("Leave without saving your changes?");
    await expect(page).toHaveURL(/\/app\/add#step2$/);
    await expect(page.getByLabel("Name")).toHaveValue(typed);
  });
});

test.describe("developer mode", () => {
  test("shows ids, raw JSON and each call as a curl line; off again it shows nothing", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const slug = await openSample(page);
    const toggle = async () => {
      await page.getByRole("button", { name: /^Account:/ }).click();
      await page.getByRole("menuitemcheckbox", { name: "Developer Mode" }).click();
    };
    await expect(page.getByTitle("Copy the id")).toHaveCount(0);
    await toggle();
    expect(await page.evaluate(() => localStorage.getItem("developerMode"))).toBe("1");

    const sessionId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await page.getByRole("button", { name: sessionId }).click();
    expect(await clipboard()).toBe(sessionId);
    await page.getByRole("link", { name: "Trace" }).click();
    await expect(page.getByRole("button", { name: sessionId })).toBeVisible();

    await page.goto(`/${slug}/agents`);
    await page.getByRole("table").getByTitle("Copy the id").first().click();
    const agentId = await clipboard();
    expect(agentId).toMatch(/^agent_/);
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Raw JSON" }).click();
    await expect(page.getByRole("dialog").getByText(`"_id": "${agentId}"`)).toBeVisible();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Calls of this page" }).click();
    const calls = page.getByRole("dialog", { name: "Calls of this page" });
    const list = calls.getByRole("listitem").filter({ hasText: "/agents.json" });
    await list.getByRole("button", { name: "Copy as curl" }).click();
    const line = await clipboard();
    expect(line).toContain(`/${slug}/agents.json`);
    expect(line).toContain('-H "Authorization: Bearer $MUSTER_TOKEN"');
    const token = await page.evaluate(() => localStorage.getItem("muster.token"));
    expect(line).not.toContain(token);
    await list.getByRole("button", { name: /GET/ }).click();
    await expect(list.getByText(`"_id": "${agentId}"`)).toBeVisible();
    await page.keyboard.press("Escape");

    await page.getByRole("table").getByRole("link").first().click();
    await page.waitForURL(/\/agent\/agent_/);
    await expect(page.getByRole("button", { name: agentId })).toBeVisible();
    await toggle();
    expect(await page.evaluate(() => localStorage.getItem("developerMode"))).toBe("0");
    await expect(page.getByTitle("Copy the id")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Calls of this page" })).toHaveCount(0);
  });
});

test("an upload shows how much of it is sent", async ({ page }) => {
  await openSample(page);
  const shown: string[] = [];
  await page.exposeFunction("note", (text: string) => shown.push(text));
  await page.evaluate(() => {
    const look = () => {
      const bar = document.querySelector('[role="progressbar"][aria-label^="Sending"]');
      const value = bar?.getAttribute("aria-valuenow");
      if (value) (window as unknown as { note(text: string): void }).note(value);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const throttled = await page.context().newCDPSession(page);
  const bytesASecond = 2_000_000;
  await throttled.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesASecond,
  });
  const file = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.alloc(4_000_000, "words ") };
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByRole("progressbar", { name: "Sending notes.txt" })).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByRole("list", { name: "Attached files" })).toContainText("notes.txt");
  const between = new Set(shown.map(Number).filter((value) => value > 0 && value < 100));
  expect(between.size).toBeGreaterThan(1);
});

test("on a phone, the keyboard reaches the navigation and comes back from it", async ({ page }) => {
  await register(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/welcome");
  const toggle = page.getByRole("button", { name: "Toggle the sidebar" });
  await toggle.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Navigation" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(toggle).toBeFocused();
});
