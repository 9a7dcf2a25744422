import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { composer, expect, password, test, thread } from "../support/browser";
import { startOllamaStandin } from "../support/standins/ollama";

/** Presses Tab, or Shift+Tab, until the control has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, control: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(control).toBeVisible();
  for (let left = 80; left > 0; left -= 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(control).toBeFocused();
}

async function press(page: Page, control: Locator, key = "Enter"): Promise<void> {
  await expect(control).toBeEnabled();
  await tabTo(page, control);
  await page.keyboard.press(key);
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

/** The first field has the focus: no Tab is needed to begin. */
async function registerByKeys(page: Page): Promise<void> {
  await page.goto("/register");
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Ada");
  await type(page, page.getByLabel("Email"), `ada-${randomUUID()}@example.test`);
  await type(page, page.locator('input[type="password"]').first(), password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/onboarding");
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Opens a list to choose from, searches it and takes what is found. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await press(page, page.getByRole("combobox", { name: label }));
  await expect(page.getByPlaceholder("Search")).toBeFocused();
  await page.keyboard.type(option);
  await expect(page.getByRole("option", { name: option })).toHaveAttribute("data-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: label })).toContainText(option);
  await expect(page.getByRole("combobox", { name: label })).toBeFocused();
}

async function say(page: Page, text: string): Promise<void> {
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

test("a newcomer gets from registration to a renamed conversation with the sample without a mouse", async ({
  page,
}) => {
  await registerByKeys(page);
  await press(page, button(page, "Start with the sample"));
  await page.waitForURL(/\/app\/app_/);
  await press(page, button(page, "New session"));
  await page.waitForURL(/\/session\/session_/);
  await say(page, "Write some code");
  await expect(thread(page).getByText("Connect a real model to get real code.")).toBeVisible({ timeout: 15_000 });
  await expect(composer(page)).toBeFocused();

  await tabTo(page, button(page, "More"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Rename" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Session name")).toBeFocused();
  await page.keyboard.type("My first one");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "My first one" })).toBeVisible();
  await expect(button(page, "More")).toBeFocused();

  await tabTo(page, page.getByRole("link", { name: "Trace" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/trace");
  await expect(page.getByRole("heading", { name: "Prompt" })).toBeVisible();
});

test("a newcomer connects a model of their own, makes an agent and an app and talks to it without a mouse", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const ollama = await startOllamaStandin({ plan: { text: "I answer from the stand-in." } });
  try {
    await registerByKeys(page);
    await press(page, page.getByRole("link", { name: "Choose a provider" }));
    await page.waitForURL("**/onboarding/configuremodels");
    await press(page, page.getByRole("button", { name: "Ollama" }));
    await page.waitForURL(/\/model\/add\?type=ollama/);

    await type(page, page.getByLabel("Base URL"), ollama.baseUrl);
    const named = page.getByRole("combobox", { name: "Model ID" });
    await tabTo(page, named);
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("listbox", { name: "Catalog models" })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listbox")).toHaveCount(0);
    await expect(named).not.toHaveValue("");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox")).toHaveCount(0);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(ollama.dialect.models[0] ?? "");
    await type(page, page.getByLabel("Name"), "House model");
    await press(page, button(page, "Create model"));
    await page.waitForURL("**/models");
    const slug = new URL(page.url()).pathname.split("/")[1];

    await press(page, page.getByRole("complementary").getByRole("link", { name: "Agents" }));
    await page.waitForURL(`**/${slug}/agents`);
    await press(page, page.getByRole("link", { name: "New agent" }).first());
    await expect(page.getByLabel("Name")).toBeFocused();
    await page.keyboard.type("Tutor");
    await type(page, page.getByLabel("Role"), "a patient tutor");
    await type(page, page.getByLabel("Goal"), "Explain");
    await type(page, page.getByLabel("Backstory"), "Taught for years.");
    await choose(page, "Model", "House model");
    await press(page, button(page, "Create agent"));
    await page.waitForURL(`**/${slug}/agents`);

    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.type("New app");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/${slug}/app/add**`);
    await press(page, button(page, "Continue"));
    await expect(page).toHaveURL(/#step2$/);
    await expect(page.getByLabel("Name")).toBeFocused();
    await page.keyboard.type("Lessons");
    await choose(page, "Agent", "Tutor");
    await press(page, button(page, "Continue"));
    await expect(page).toHaveURL(/#step3$/);
    await tabTo(page, page.getByRole("radio", { checked: true }));
    // The group moves its focus a moment after the key, which a finger still holds down then.
    await page.keyboard.press("ArrowDown", { delay: 50 });
    await expect(page.getByRole("radio", { checked: true })).toBeFocused();
    await page.keyboard.press("ArrowUp", { delay: 50 });
    await expect(page.getByRole("radio", { checked: true })).toBeFocused();
    await press(page, button(page, "Create app"));
    await expect(page).toHaveURL(/#step4$/);
    await type(page, composer(page), "What do you know?");
    await page.keyboard.press("Enter");
    await expect(thread(page).getByText("I answer from the stand-in.")).toBeVisible({ timeout: 15_000 });

    await press(page, page.getByRole("link", { name: "Open app" }));
    await page.waitForURL(/\/app\/app_/);
    await press(page, button(page, "New session"));
    await page.waitForURL(/\/session\/session_/);
    await say(page, "Hello again");
    await expect(thread(page).getByText("I answer from the stand-in.")).toBeVisible({ timeout: 15_000 });
  } finally {
    await ollama.close();
  }
});
