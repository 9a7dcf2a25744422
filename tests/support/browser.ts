import { randomUUID } from "node:crypto";
import { test as base, expect, type Page } from "@playwright/test";
import { tokenKey } from "@/lib/constants/ui";
import type { AccountResponse } from "@/lib/contract/accounts/schemas";

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
export async function registerByForm(page: Page, name = "Ada"): Promise<string> {
  const email = newEmail(name);
  await page.goto("/register");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).or(page.locator('input[type="password"]')).first().fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/onboarding");
  return email;
}

const newEmail = (name: string): string => `${name.toLowerCase()}-${randomUUID()}@example.test`;

export async function post<T>(page: Page, path: string, data: object, token?: string): Promise<T> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await page.request.post(path, { data, headers });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
}

interface Person {
  email: string;
  token: string;
  /** Of the team that comes with the account. */
  slug: string;
  orgId: string;
}

/** Registers a new person and signs the browser in, without loading a page. */
export async function register(page: Page, name = "Ada", email = newEmail(name)): Promise<Person> {
  await post(page, "/forms/account/register", { name, email, password });
  const response = await page.request.post("/forms/account/login", { data: { email, password } });
  const { token } = (await response.json()) as { token: string };
  const state = await page.context().storageState();
  const { origin } = new URL(response.url());
  const origins = [...state.origins, { origin, localStorage: [{ name: tokenKey, value: token }] }];
  await page.context().setStorageState({ ...state, origins });
  const read = await page.request.get("/account.json");
  const { account } = (await read.json()) as AccountResponse;
  return { email, token, slug: account.currentTeam ?? "", orgId: account.currentOrg ?? "" };
}

/** Registers a new person who has passed the introduction, and opens the empty list of apps. Returns the person. */
export async function openTeam(page: Page, name?: string): Promise<Person> {
  const person = await register(page, name);
  await post(page, "/forms/account/onboard", {}, person.token);
  await page.goto(`/${person.slug}/apps`);
  return person;
}

/** Registers a new person who has passed the introduction and whose team has the sample, without loading a page. */
export async function registerWithSample(
  page: Page,
  name?: string,
  email?: string,
): Promise<Person & { appId: string }> {
  const person = await register(page, name, email);
  await post(page, "/forms/account/onboard", {}, person.token);
  const sample = await post<{ appId: string }>(page, `/${person.slug}/forms/sample/add`, {}, person.token);
  return { ...person, ...sample };
}

/** Opens a session of a new person with the sample's app. Returns the team's slug. */
export async function openSample(page: Page): Promise<string> {
  const { slug, appId, token } = await registerWithSample(page);
  const { _id } = await post<{ _id: string }>(page, `/${slug}/forms/session/add`, { id: appId }, token);
  await page.goto(`/${slug}/session/${_id}`);
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
export const thread = (page: Page) => page.getByRole("region", { name: "Messages" });

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
  const unanswered = /^(You|Answer being generated)$/;
  const last = thread(page).getByRole("article").last();
  await expect(last).not.toHaveAttribute("aria-label", unanswered, { timeout: 15_000 });
  await expect(page.getByText("Your turn")).toBeVisible({ timeout: 15_000 });
}

/** Takes the sample's offline embedding model, or adds one, and moves off the toast, which stays while pointed at. */
export async function takeOfflineEmbeddings(page: Page): Promise<void> {
  const add = page.getByRole("button", { name: "Use offline embeddings" });
  const chosen = page.getByRole("combobox", { name: "Embedding model" }).filter({ hasText: "Offline embeddings" });
  await expect(add.or(chosen)).toBeVisible();
  if (await chosen.isVisible()) return;
  await add.click();
  await expect(chosen).toBeVisible();
  await page.mouse.move(0, 0);
}
