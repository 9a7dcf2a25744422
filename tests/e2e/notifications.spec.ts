import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, openTeam, password, registerWithSample, test } from "../support/browser";

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
const entries = (page: Page) => panel(page).getByRole("listitem");

/** Calls the server as the page's own account does. */
const post = (page: Page, path: string, body: object, method = "POST") =>
  page.evaluate(
    async ([to, sent, by]) => {
      const authorization = `Bearer ${localStorage.getItem("muster.token")}`;
      const headers = { "content-type": "application/json", authorization };
      const answer = await fetch(to, { method: by, headers, body: JSON.stringify(sent) });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as Record<string, string>;
    },
    [path, body, method] as const,
  );

/** Ends a run whose session nobody has open; answers the session's id. */
async function runUnwatched(page: Page, slug: string, appId: string, message: string): Promise<string> {
  const { _id = "" } = await post(page, `/${slug}/forms/session/add`, { id: appId });
  await post(page, `/${slug}/forms/session/${_id}/start`, { message });
  return _id;
}

async function sampleApp(page: Page): Promise<{ slug: string; appId: string }> {
  const { slug } = await registerWithSample(page);
  await page.goto(`/${slug}/apps`);
  const appId = await page.evaluate(async (team) => {
    const headers = { authorization: `Bearer ${localStorage.getItem("muster.token")}` };
    const { apps } = (await (await fetch(`/${team}/apps.json`, { headers })).json()) as { apps: { _id: string }[] };
    return apps[0]?._id ?? "";
  }, slug);
  return { slug, appId };
}

test("a run that nobody watched is told, shown, followed and closed", async ({ page }) => {
  const { slug, appId } = await sampleApp(page);
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  const sessionId = await runUnwatched(page, slug, appId, "First **question**");
  await expect(page.getByRole("alert").filter({ hasText: "First **question** completed." })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName("Notifications: 1 unread");
  for (const message of ["Second", "Third", "Fourth", "Fifth"]) await runUnwatched(page, slug, appId, message);
  await expect(bell(page)).toHaveAccessibleName("Notifications: 5 unread", { timeout: 15_000 });

  await bell(page).press("Enter");
  await expect(entries(page)).toHaveCount(3);
  await panel(page).getByRole("button", { name: "Show 2 more" }).click();
  await expect(entries(page)).toHaveCount(5);
  await expect(entries(page).last().getByText("First **question**")).toHaveCSS("font-weight", "600");
  await panel(page).getByRole("button", { name: "Show less" }).click();
  await expect(entries(page)).toHaveCount(3);

  // Closing marks it, collapses it, and loads the list again a moment later: it is grey and last then.
  const reloaded = page.waitForResponse((answer) => answer.url().endsWith("/notifications.json"));
  const marked = page.waitForRequest((request) => request.method() === "PATCH");
  await entries(page).first().getByRole("button", { name: "Close: Run completed" }).press("Enter");
  expect((await marked).postDataJSON()).toMatchObject({ resourceSlug: slug, notificationIds: [expect.any(String)] });
  await reloaded;
  await expect(bell(page)).toHaveAccessibleName("Notifications: 4 unread");
  await expect(panel(page).getByRole("button", { name: "Close: Run completed" }).first()).toBeFocused();
  await panel(page).getByRole("button", { name: /^Show/ }).click();
  await expect(entries(page).last().getByRole("button")).toHaveCount(0);

  // Opening the session by any way is seeing what is said of it.
  await entries(page).filter({ hasText: "First" }).getByRole("link", { name: "Run completed" }).click();
  await page.waitForURL(`**/session/${sessionId}`);
  await expect(panel(page)).toHaveCount(0);
  await expect(bell(page)).toHaveAccessibleName("Notifications: 3 unread");
  // Another page of the account follows.
  const other = await page.context().newPage();
  const joined = other.waitForEvent("websocket");
  await other.goto(`/${slug}/agents`);
  await expect(bell(other)).toHaveAccessibleName("Notifications: 3 unread");
  await joined;
  await bell(page).click();
  await panel(page).getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await expect(bell(other)).toHaveAccessibleName("Notifications");
  await other.close();
  await page.keyboard.press("Escape");
  await expect(bell(page)).toBeFocused();
});

/** Loads a page again and waits until its connection is accepted: from then on it is sent notifications. */
async function reconnected(page: Page): Promise<void> {
  const accepts = (packets: string | Buffer) => `${packets}`.includes('40{"sid"');
  // The packet comes over HTTP, or over the socket that takes its place.
  const accepted = Promise.any([
    page.waitForResponse(async (one) => one.url().includes("transport=polling") && accepts(await one.text())),
    page
      .waitForEvent("websocket")
      .then((socket) => socket.waitForEvent("framereceived", ({ payload }) => accepts(payload))),
  ]);
  await page.reload();
  await accepted;
}

test("two people: invited, joined, promoted and removed, each told at once and again later", async ({
  page,
  browser,
}) => {
  const { slug } = await openTeam(page);
  const bob = await (await browser.newContext()).newPage();
  const { email } = await openTeam(bob, "Bob");
  await bell(bob).click();
  await expect(panel(bob).getByText("No notifications.")).toBeVisible();
  await bob.keyboard.press("Escape");

  const { link = "" } = await post(page, `/${slug}/forms/team/invite`, { name: "Bob", email, role: "Team Member" });
  await expect(
    bob.getByRole("alert").filter({ hasText: "Ada invited you to join My team as Team Member." }),
  ).toBeVisible();
  await bell(bob).click();
  await expect(entries(bob).getByText("Ask Ada for the link")).toBeVisible();
  await bob.goto(link);
  await bob.getByRole("button", { name: "Accept invitation" }).click();
  await bob.waitForURL(`**/${slug}`);
  await expect(page.getByRole("alert").filter({ hasText: "Bob joined My team." })).toBeVisible();
  await expect(bell(bob)).toHaveAccessibleName("Notifications");
  // The link is used up: it says so, and leads on.
  await bob.goto(link);
  await expect(bob.getByRole("heading", { name: "This invitation was already used" })).toBeVisible();
  await bob.getByRole("link", { name: "Go to team" }).click();
  await bob.waitForURL(`**/${slug}`);
  await page.goto(link);
  await page.getByRole("link", { name: "Go to team" }).click();
  await page.waitForURL(`**/${slug}`);

  const { members } = await page.evaluate(async (team) => {
    const headers = { authorization: `Bearer ${localStorage.getItem("muster.token")}` };
    return (await (await fetch(`/${team}/team.json`, { headers })).json()) as {
      members: { memberId: string; email: string }[];
    };
  }, slug);
  const memberId = members.find((member) => member.email === email)?.memberId ?? "";
  // Joining has cut his connection; what comes before the next one is no toast.
  await reconnected(bob);
  await post(page, `/${slug}/forms/team/${memberId}/edit`, { role: "Team Admin" });
  await expect(bob.getByRole("alert").filter({ hasText: "Your permissions in My team have changed." })).toBeVisible();
  await expect(bell(bob)).toHaveAccessibleName("Notifications: 1 unread");
  await reconnected(bob);
  await expect(bell(bob)).toHaveAccessibleName("Notifications: 1 unread");
  // What was said to him as a member goes with the membership; that it has ended, he reads wherever he is.
  await post(page, `/${slug}/forms/team/invite`, { memberId }, "DELETE");
  await expect(
    bob.getByRole("alert").filter({ hasText: "You're no longer a member of My team." }).first(),
  ).toBeVisible();
  await expect(bob.locator(".Toastify__toast--success")).toContainText("You're no longer a member of My team.");
  await bob.goto("/account");
  await expect(bell(bob)).toHaveAccessibleName("Notifications: 1 unread");
  await bell(bob).click();
  await expect(entries(bob)).toHaveText(/Membership ended/);
  await bob.context().close();
});

test("who is in no team any more still reads and closes what is for them", async ({ page, browser }) => {
  const { slug } = await openTeam(page);
  const email = `${randomUUID()}@example.test`;
  const { link = "" } = await post(page, `/${slug}/forms/team/invite`, { name: "Carol", email, role: "Team Member" });
  const carol = await (await browser.newContext()).newPage();
  await carol.goto(link);
  await carol.getByLabel("Password", { exact: true }).fill(password);
  await carol.getByRole("button", { name: "Create account and join" }).click();
  await carol.waitForURL(`**/${slug}`);
  await post(page, `/${slug}/forms/team/invite`, { email }, "DELETE");
  await carol.goto("/welcome");
  await expect(bell(carol)).toHaveAccessibleName("Notifications: 1 unread");
  await bell(carol).click();
  await entries(carol).getByRole("button", { name: "Close: Membership ended" }).click();
  await expect(panel(carol).getByText("No notifications.")).toBeVisible();
  await expect(bell(carol)).toHaveAccessibleName("Notifications");
  await carol.context().close();
});

test("the panel says when its list can't be had, and tries again", async ({ page }) => {
  const { slug, appId } = await sampleApp(page);
  await runUnwatched(page, slug, appId, "Hello");
  await expect(bell(page)).toHaveAccessibleName("Notifications: 1 unread");
  await page.route("**/notifications.json*", (route) => route.fulfill({ status: 500, json: { error: "Not now." } }));
  await page.reload();
  await bell(page).click();
  // What came with the account is there all the same.
  await expect(entries(page)).toHaveCount(1);
  await expect(panel(page).getByRole("alert")).toContainText("Not now.");
  await page.unroute("**/notifications.json*");
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(panel(page).getByRole("alert")).toHaveCount(0);
});

test("what the bell tells of runs is chosen on the account page", async ({ page }) => {
  const { slug, appId } = await sampleApp(page);
  await page.goto("/account");
  const finish = page.getByRole("switch", { name: "Completed runs" });
  await expect(finish).toBeChecked();
  await finish.click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(finish).not.toBeChecked();
  await expect(page.getByRole("switch", { name: "Failed runs" })).toBeChecked();
  await runUnwatched(page, slug, appId, "Told to nobody");
  const row = page.getByRole("row").filter({ hasText: "Told to nobody" });
  await expect(async () => {
    await page.goto(`/${slug}/sessions`);
    await expect(row.getByText("Your turn")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(bell(page)).toHaveAccessibleName("Notifications");
});
