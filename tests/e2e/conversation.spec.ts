import type { Page } from "@playwright/test";
import { ask, askAndWait, composer, expect, openSample, test, thread } from "../support/browser";

const startCall = /\/forms\/session\/[^/]+\/start$/;

const mine = (page: Page) => thread(page).getByRole("article", { name: "You" });

test("a message that is on its way survives a reload, and one that was accepted leaves no draft", async ({ page }) => {
  await openSample(page);
  const asked = new Promise<void>((resolve) => {
    void page.route(startCall, () => resolve());
  });
  await ask(page, "What is 17 * 23?");
  await asked;
  await expect(composer(page)).toHaveValue("");
  await composer(page).fill("and then");
  await page.reload();
  await expect(composer(page)).toHaveValue("What is 17 * 23?\nand then");
  await page.unroute(startCall);
  await askAndWait(page, "What is 17 * 23?");
  await expect(thread(page).getByText("391")).toHaveCount(1);
  await page.reload();
  await expect(mine(page)).toHaveCount(1);
  await expect(composer(page)).toHaveValue("");
});

test("a message that could not be sent comes back, with the reason, and can be sent again", async ({ page }) => {
  await openSample(page);
  await page.route(startCall, (route) => route.abort());
  await ask(page, "What is 17 * 23?");
  await expect(page.getByText(/^Couldn't send: .{10,}/)).toBeVisible();
  await expect(composer(page)).toHaveValue("What is 17 * 23?");
  await expect(mine(page)).toHaveCount(0);
  await page.unroute(startCall);
  await page.route(startCall, (route) =>
    route.fulfill({ status: 429, json: { error: "Too many messages. Wait a minute.", code: "rate_limited" } }),
  );
  await composer(page).press("Enter");
  await expect(page.getByText("Couldn't send: Too many messages. Wait a minute.")).toBeVisible();
  await page.unroute(startCall);
  await composer(page).press("Enter");
  await expect(thread(page).getByText("391")).toHaveCount(1);
  await expect(page.getByText(/^Couldn't send/)).toHaveCount(0);
  await expect(mine(page)).toHaveCount(1);
});

test("a question is edited and run again, an answer is made anew, and both hold over a reload", async ({ page }) => {
  await openSample(page);
  await askAndWait(page, "What is 17 * 23?");
  await askAndWait(page, "What is 5 * 5?");
  await mine(page).first().hover();
  await mine(page).first().getByRole("button", { name: "Edit and resend" }).click();
  const box = page.getByLabel("Edit message");
  await expect(box).toHaveValue("What is 17 * 23?");
  await box.fill("What is 6 * 7?");
  await box.press("Enter");
  await expect(thread(page).getByText("42")).toHaveCount(1);
  await expect(mine(page)).toHaveCount(1);
  await expect(thread(page).getByText("391")).toHaveCount(0);
  await expect(page.getByText("Your turn")).toBeVisible();
  const before = await thread(page).locator("article[id]").last().getAttribute("id");
  await thread(page).getByRole("button", { name: "Regenerate" }).last().click();
  await expect(thread(page).locator(`[id="${before}"]`)).toHaveCount(0);
  await expect(thread(page).getByText("42")).toHaveCount(1);
  await page.reload();
  await expect(thread(page).getByText("42")).toHaveCount(1);
  await expect(mine(page)).toHaveCount(1);
});

test("a text is attached and sent; a program is refused with a sentence, and the message stays", async ({ page }) => {
  await openSample(page);
  await composer(page).fill("How many words?");
  const picker = page.locator('input[type="file"]');
  await picker.setInputFiles({
    name: "tool.exe",
    mimeType: "application/octet-stream",
    buffer: Buffer.from("MZ\0\0\x03\0\0\0\x04\0\0\0\xff\xff", "latin1"),
  });
  await expect(page.getByText(/tool\.exe can't be attached\. Use a text file/)).toBeVisible();
  await expect(page.getByRole("list", { name: "Attached files" })).toHaveCount(0);
  await expect(composer(page)).toHaveValue("How many words?");
  await picker.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Four words are here") });
  await expect(page.getByRole("button", { name: "Remove notes.txt" })).toBeVisible();
  await expect(page.getByLabel("Uploading notes.txt")).toHaveCount(0);
  await composer(page).press("Enter");
  await expect(mine(page).getByRole("link", { name: "notes.txt" })).toBeVisible();
  const download = page.waitForEvent("download");
  await mine(page).getByRole("link", { name: "notes.txt" }).click();
  expect((await download).suggestedFilename()).toBe("notes.txt");
});

test("a session is renamed and found by its name; a link to a message leads there and lights it up", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const slug = await openSample(page);
  await askAndWait(page, "What is 17 * 23?");
  for (const text of ["Please show me a list of steps to plan a trip", "Write some code", "Count to 200"])
    await askAndWait(page, text);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("Session name").fill("Multiplication for the harvest");
  await page.getByLabel("Session name").press("Enter");
  await expect(page.getByRole("heading", { name: "Multiplication for the harvest" })).toBeVisible();
  const session = page.url();
  await page.goto(`${session}#${await mine(page).first().getAttribute("id")}`);
  await expect(mine(page).first()).toBeInViewport();
  await page.goto(`/${slug}/sessions`);
  await page.getByRole("searchbox").or(page.getByPlaceholder("Search")).first().fill("nothing of that name");
  await expect(page.getByRole("link", { name: "Multiplication for the harvest" })).toHaveCount(0);
  await page.getByPlaceholder("Search").first().fill("harvest");
  await page.getByRole("link", { name: "Multiplication for the harvest" }).click();
  await page.waitForURL(session);
  const first = mine(page).first();
  await thread(page).evaluate((element) => element.scrollTo({ top: 0 }));
  await first.hover();
  await first.getByRole("button", { name: "Copy link to message" }).click();
  await expect(first.getByRole("button", { name: "Link copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await expect(mine(other).first()).toBeInViewport();
  await expect(mine(other).first().locator("..")).toBeFocused();
  await other.goto(`${session}#message_00000000000000000000000000`);
  await expect(other.getByText("The linked message was replaced or deleted.")).toBeVisible();
});

test("two tabs that are both reloaded in mid-answer show it whole, and Stop in one ends it in both", async ({
  page,
  context,
}) => {
  await openSample(page);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(composer(second)).toBeVisible();
  await ask(page, "Please show me a list of steps to plan a long trip");
  const written = (tab: Page) => thread(tab).getByRole("article", { name: "Answer being generated" });
  await Promise.all([page, second].map((tab) => expect(written(tab)).toBeVisible()));
  await Promise.all([page, second].map((tab) => tab.reload()));
  for (const tab of [page, second]) {
    await expect(thread(tab).getByText("Here is a plan for a long trip:")).toHaveCount(1, { timeout: 15_000 });
    await expect(tab.getByText("Your turn")).toBeVisible({ timeout: 15_000 });
    await expect(mine(tab)).toHaveCount(1);
  }
  await ask(page, "Count to 200");
  await second.getByRole("button", { name: "Cancel run" }).first().click();
  for (const tab of [page, second]) await expect(tab.getByRole("button", { name: "Retry" })).toBeVisible();
});

test("a conversation at its end stays there when the window changes size, and one that is read further up does too", async ({
  page,
}) => {
  await openSample(page);
  await askAndWait(
    page,
    `${"A line of many words that wraps on a phone and not on a desk.\n".repeat(40)}\nWhat is 17 * 23?`,
  );
  const box = thread(page);
  const fromEnd = () => box.evaluate((each) => each.scrollHeight - each.clientHeight - each.scrollTop);
  await expect.poll(fromEnd).toBeLessThan(80);
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [1440, 900],
    [1440, 500],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(fromEnd, `${width} by ${height}`).toBeLessThan(80);
  }
  await box.hover();
  await page.mouse.wheel(0, -5_000);
  await expect(page.getByRole("button", { name: "Jump to latest" })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.waitForTimeout(600);
  expect(await fromEnd()).toBeGreaterThan(300);
});
