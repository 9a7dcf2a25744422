import { randomUUID } from "node:crypto";
import { test as base, expect, type Page } from "@playwright/test";

/** A test whose page fails it on an unexpected error in the console, or on a breach of the content security policy. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("console", (message) => {
      // A refused call is what some tests are about; the browser notes each.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(error.message));
    await page.addInitScript(() =>
      addEventListener("securitypolicyviolation", ({ effectiveDirective, sourceFile }) =>
        console.error(`Refused by ${effectiveDirective}: ${sourceFile}`),
      ),
    );
    await use(page);
    expect(errors).toEqual([]);
  },
});
export { expect };

export const password = "correct horse battery 9";

/** Registers a new person through the form; ends at the introduction. */
export async function register(page: Page, name = "Ada"): Promise<string> {
  const email = `${name.toLowerCase()}-${randomUUID()}@example.test`;
  await page.goto("/register");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).or(page.locator('input[type="password"]')).first().fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/onboarding");
  return email;
}

/** Registers, takes the sample and opens a session with it; answers the team's slug. */
export async function openSample(page: Page): Promise<string> {
  await register(page);
  await page.getByRole("button", { name: "Take the sample" }).click();
  await page.waitForURL(/\/app\/app_/);
  const slug = new URL(page.url()).pathname.split("/")[1] ?? "";
  await page.getByRole("button", { name: "Start a session" }).click();
  await page.waitForURL(/\/session\/session_/);
  return slug;
}

/** Presses keys of the shell until something follows: what is pressed before the page listens is lost. */
export const pressUntil = (page: Page, keys: string, follows: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.keyboard.press(keys);
    await follows();
  }).toPass({ timeout: 15_000 });

export const composer = (page: Page) => page.getByLabel("Message", { exact: true });

/** The conversation; what is announced to screen readers is not in it. */
export const thread = (page: Page) => page.getByRole("region", { name: "Conversation" });

export async function ask(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  // A fast answer may be there before that of the call that asked for it.
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  await composer(page).press("Enter");
}

/** Asks and waits for the whole answer. */
export async function askAndWait(page: Page, text: string): Promise<void> {
  await ask(page, text);
  await expect(thread(page).getByText(text, { exact: true }).first()).toBeVisible();
  // The turn that was one's own before the question may still be shown.
  const unanswered = /^(You|The answer that is being written)$/;
  const last = thread(page).getByRole("article").last();
  await expect(last).not.toHaveAttribute("aria-label", unanswered, { timeout: 15_000 });
  await expect(page.getByText("Your turn")).toBeVisible({ timeout: 15_000 });
}

/** Takes the offline embedding model where one is asked for, and moves off the message, which stays while it is pointed at. */
export async function takeOfflineEmbeddings(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Use the offline one" }).click();
  await expect(page.getByText("Offline embedding model added.")).toBeVisible();
  await page.mouse.move(0, 0);
}
