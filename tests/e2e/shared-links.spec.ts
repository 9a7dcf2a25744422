import type { Page } from "@playwright/test";
import { Permission } from "@/lib/permissions/bits";
import { permissionField } from "@/lib/permissions/editor";
import { expectAccessible, findViolations } from "../support/axe";
import { composer, expect, openSample, registerByForm, registerWithSample, test, thread } from "../support/browser";
import { inviteBob, joinAsBob } from "../support/invite-bob";

const notAvailable = "This link isn't available.";
const linkDialog = (page: Page) => page.getByRole("dialog", { name: /^Share/ });

/** Opens the sample's app to anyone and makes a link to it, by the screens; answers its address. */
async function makeLink(page: Page): Promise<string> {
  const slug = await openSample(page);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("Links to the app for people outside the team.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto(`/${slug}/apps`);
  await page.getByRole("main").getByRole("link", { name: "Chat with the guide" }).first().click();
  await page.waitForURL(/\/app\/app_/);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("radio", { name: "Anyone with the link" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/app\/app_\w+$/);

  await page.getByRole("button", { name: "Share" }).click();
  await linkDialog(page).getByRole("button", { name: "New link" }).click();
  await linkDialog(page).getByLabel("Messages per visitor per day").fill("5");
  await linkDialog(page).getByRole("button", { name: "Create link" }).click();
  await expect(linkDialog(page).getByText("Never used")).toBeVisible();
  return (await linkDialog(page).getByRole("link").getAttribute("href")) ?? "";
}

async function ask(page: Page, text: string, answer: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
  await expect(thread(page).getByText(answer)).toBeVisible({ timeout: 15_000 });
}

test("a link is made, scanned and copied; its visitor talks, reloads and comes back; revoked, they are out within a second", async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(120_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const url = await makeLink(page);
  const slug = new URL(url).pathname.split("/")[2];
  await linkDialog(page).getByRole("button", { name: "QR code" }).click();
  await expect(linkDialog(page).getByRole("img", { name: `QR code for ${url}` })).toBeVisible();
  await linkDialog(page).getByRole("button", { name: "Copy link" }).click();
  await expect(linkDialog(page).getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  expect(await findViolations(page)).toEqual([]);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(url);
  await expect(guest.getByRole("heading", { level: 1, name: "Chat with the guide" })).toBeVisible();
  await expect(guest).toHaveTitle("Chat with the guide");
  await expect(guest.getByRole("navigation")).toHaveCount(0);
  await ask(guest, "What is 17 * 23?", "391");
  expect(await findViolations(guest)).toEqual([]);
  await guest.reload();
  await expect(thread(guest).getByText("391")).toBeVisible();
  await expect(thread(guest).getByRole("article", { name: "You" })).toHaveCount(1);

  await guest.getByRole("button", { name: "New session" }).click();
  await expect(guest.getByText("Write a message to start.")).toBeVisible();
  await ask(guest, "What is 6 * 7?", "42");
  await guest.getByRole("button", { name: "Your sessions" }).click();
  await guest.getByRole("menuitemradio", { name: /17 \* 23/ }).click();
  await expect(thread(guest).getByText("391")).toBeVisible();

  // Nothing else opens: no page of the console, and no call with what this browser holds.
  const reached = await guest.evaluate(async (team) => {
    const key = Object.keys(localStorage).find((one) => one.startsWith("muster.visitor."));
    const authorization = `Bearer ${key && localStorage.getItem(key)}`;
    const paths = ["/account.json", `/${team}/apps.json`, `/${team}/sessions.json`, `/s/${team}/apps.json`];
    return Promise.all(paths.map(async (path) => (await fetch(path, { headers: { authorization } })).status));
  }, slug);
  expect(reached).toEqual([401, 401, 401, 404]);
  const other = await guest.context().newPage();
  await other.goto(`/${slug}/apps`);
  await other.waitForURL(/\/login/);
  await other.goto(`/s/${slug}/share_000000000000000000000000`);
  await expect(other.getByText(notAvailable)).toBeVisible();
  const unknown = await other.getByRole("main").textContent();

  await composer(guest).fill("Please show me a list of steps to plan a long trip");
  await composer(guest).press("Enter");
  await expect(thread(guest).getByRole("article", { name: "Answer being generated" })).toBeVisible();
  await linkDialog(page).getByRole("button", { name: "Actions for the link" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  const revoked = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await revoked;
  await expect(guest.getByText(notAvailable)).toBeVisible({ timeout: 1_000 });
  expect(await guest.getByRole("main").textContent()).toBe(unknown);
  await guest.reload();
  await expect(guest.getByText(notAvailable)).toBeVisible();
  expect(await findViolations(guest)).toEqual([]);
  await expect(linkDialog(page).getByRole("list", { name: "Links" })).toHaveCount(0);
});

test("a visitor reads when they may write again, and keeps what they wrote", async ({ page, browser }) => {
  const url = await makeLink(page);
  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await guest.goto(url);
  for (let i = 1; i <= 5; i += 1) {
    await composer(guest).fill(`What is ${i} * 7?`);
    await composer(guest).press("Enter");
    await expect(guest.getByRole("button", { name: "Good answer" })).toHaveCount(i, { timeout: 15_000 });
    await expect(guest.getByRole("button", { name: "Send", exact: true })).toBeVisible();
  }
  await composer(guest).fill("One more");
  await composer(guest).press("Enter");
  await expect(guest.getByRole("alert").filter({ hasText: "Couldn't send" })).toContainText(
    "You've reached your daily message limit. Try again in 24 hours.",
  );
  await expect(composer(guest)).toHaveValue("One more");
});

test("a visitor gives the values that a conversation needs before it begins, and not what the team has", async ({
  page,
  browser,
}) => {
  const url = await makeLink(page);
  const slug = new URL(url).pathname.split("/")[2] ?? "";
  await page.evaluate(async (team) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem("muster.token")}`,
      "content-type": "application/json",
    };
    const post = async (path: string, body: object) =>
      (await fetch(`/${team}/forms/${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
    const needed = await post("variable/add", { name: "topic", defaultValue: "", description: "Task details" });
    const known = await post("variable/add", { name: "tone", defaultValue: "inside", description: "" });
    const app = location.pathname.split("/").at(-1);
    await post(`app/${app}/edit`, { variableIds: [needed._id, known._id] });
  }, slug);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(url);
  await expect(guest.getByRole("heading", { name: "Before you begin" })).toBeVisible();
  await expect(guest.getByText("inside")).toHaveCount(0);
  await expect(guest.getByRole("textbox", { name: "tone" })).toHaveValue("");
  await guest.getByRole("button", { name: "Continue" }).click();
  await expect(guest.getByText("Enter a value for topic.")).toBeVisible();
  await guest.getByRole("textbox", { name: "topic" }).fill("Trains");
  await guest.getByRole("button", { name: "Continue" }).click();
  await expect(guest.getByText("Write a message to start.")).toBeVisible();
  await expect(guest.getByRole("button", { name: "Change inputs" })).toHaveCount(0);
  await ask(guest, "What is 17 * 23?", "391");
});

test("what somebody writes while signed in is not there for the next person at that browser", async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  const url = await makeLink(page);
  const guest = await (await browser.newContext()).newPage();
  const begun = guest.getByText("Write a message to start.");
  await guest.goto(url);
  await expect(begun).toBeVisible();
  await registerByForm(guest, "Grace");
  await guest.goto(url);
  await expect(begun).toBeVisible();
  await ask(guest, "What is 17 * 23?", "391");
  await guest.goto("/account");
  await expect(guest.getByRole("heading", { name: "Active sign-ins" })).toBeVisible();
  await guest.getByRole("button", { name: "Logout" }).click();
  await guest.waitForURL("**/login");
  await guest.goto(url);
  await expect(begun).toBeVisible();
  const kept = await guest.evaluate(() => Object.values(localStorage).filter((value) => /^mv|^ms_/.test(value)));
  expect(kept).toEqual([expect.stringMatching(/^mv_/)]);
});

const maxInteractions = 5;

test("an app is made public, after a warning that names its data sources, and its link copied in five interactions", async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { slug, appId } = await registerWithSample(page);
  await page.goto(`/${slug}/app/${appId}`);
  let interactions = 0;
  const click = async (role: "button" | "radio", name: RegExp) => {
    interactions += 1;
    await page.getByRole(role, { name }).click();
  };
  await click("button", /^Share$/);
  await click("radio", /^Anyone with the link/);
  await expect(linkDialog(page).getByRole("list", { name: "Searchable data sources" })).toHaveText("Muster guide");
  await expectAccessible(page, "warning before an app is public");
  await click("button", /^Make public and create link$/);
  await click("button", /^Copy link$/);
  expect(interactions).toBeLessThanOrEqual(maxInteractions);
  await expect(linkDialog(page).getByRole("button", { name: "Copied" })).toBeVisible();
  await expect(linkDialog(page).getByRole("list", { name: "Searchable data sources" })).toHaveCount(0);
  const url = await page.evaluate(() => navigator.clipboard.readText());
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(url);
  await expect(guest.getByRole("heading", { level: 1, name: "Chat with the guide" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Anyone with the link")).toBeVisible();
});

test("a link has its own look and password, which a visitor enters before the first session", async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  const { slug, appId, token } = await registerWithSample(page);
  const opened = await page.request.post(`/${slug}/forms/app/${appId}/edit`, {
    data: { sharingMode: "public" },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(opened.status()).toBe(200);
  await page.goto(`/${slug}/app/${appId}`);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = linkDialog(page);
  await dialog.getByRole("button", { name: "New link" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill("short");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText("Use at least 8 characters.")).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill("open sesame");
  await dialog.getByText("Appearance").click();
  await dialog.getByLabel("Name").fill("Harbour desk");
  await dialog.getByLabel("Welcome text").fill("Ask about tides and ferries.");
  await dialog.getByLabel("Hex color").fill("#ffcc00");
  await expectAccessible(page, "form of a link");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText("Password", { exact: true })).toBeVisible();
  const url = (await dialog.getByRole("link").getAttribute("href")) ?? "";

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(url);
  await expect(guest.getByRole("heading", { level: 1, name: "Harbour desk" })).toBeVisible();
  await expect(guest.getByText("Ask about tides and ferries.")).toBeVisible();
  await expect(guest.getByText("Chat with the guide")).toHaveCount(0);
  await guest.getByRole("button", { name: "Continue" }).click();
  await expect(guest.getByText("Enter the password for this link.")).toBeVisible();
  await guest.getByLabel("Password", { exact: true }).fill("open says me");
  await guest.getByRole("button", { name: "Continue" }).click();
  await expect(guest.getByText("Incorrect password.")).toBeVisible();
  await expectAccessible(guest, "password of a link");
  await guest.getByLabel("Password", { exact: true }).fill("open sesame");
  await guest.getByLabel("Password", { exact: true }).press("Enter");
  await expect(guest.getByText("Write a message to start.")).toBeVisible();
  await expect(guest.getByText("Ask about tides and ferries.")).toBeVisible();
  await expectAccessible(guest, "session of a link with its own look");
  await ask(guest, "What is 17 * 23?", "391");
  await expect(thread(guest).getByRole("article", { name: "Harbour desk" })).toBeVisible();
  await guest.reload();
  await expect(thread(guest).getByText("391")).toBeVisible();
  await guest.getByRole("button", { name: "New session" }).click();
  await expect(guest.getByText("Write a message to start.")).toBeVisible();

  // A new password puts visitors back to entering it; without one, the link is open.
  const edit = async () => {
    await dialog.getByRole("button", { name: "Actions for the link" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
  };
  await edit();
  await dialog.getByRole("button", { name: "Change password" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill("another one");
  await dialog.getByRole("button", { name: "Save link" }).click();
  await expect(guest.getByLabel("Password", { exact: true })).toBeVisible();
  await edit();
  await dialog.getByRole("button", { name: "Remove password" }).click();
  await dialog.getByRole("button", { name: "Save link" }).click();
  await expect(dialog.getByRole("button", { name: "Save link" })).toHaveCount(0);
  await guest.reload();
  await expect(guest.getByText("Write a message to start.")).toBeVisible();
});

test("a member without the permission sees who has access, and who can change it", async ({ page, browser }) => {
  const { slug, appId, token } = await registerWithSample(page);
  const bob = await joinAsBob(browser, await inviteBob(page, slug, `bob-${slug}@example.test`));
  const headers = { authorization: `Bearer ${token}` };
  const read = await page.request.get(`/${slug}/team.json`, { headers });
  const { members } = (await read.json()) as { members: { memberId: string; name: string }[] };
  const memberId = members.find(({ name }) => name === "Bob")?.memberId;
  const data = { [permissionField(Permission.CREATE_AGENT)]: true };
  const edited = await page.request.post(`/${slug}/forms/team/${memberId}/edit`, { data, headers });
  expect(edited.status()).toBe(200);
  await bob.goto(`/${slug}/app/${appId}`);
  await bob.getByRole("button", { name: "Share" }).click();
  const dialog = linkDialog(bob);
  await expect(dialog.getByText('Missing permission "Edit App". Ask Ada.')).toBeVisible();
  await expect(dialog.getByRole("radio", { name: /^Team/ })).toBeChecked();
  for (const radio of await dialog.getByRole("radio").all()) await expect(radio).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "New link" })).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(bob, "read-only share dialog");
});
