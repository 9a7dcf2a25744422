import type { Page } from "@playwright/test";
import { ask, askAndWait, expect, openSample, test, thread } from "../support/browser";

const question = "Please show me a list of steps to plan a long trip";
const ending = "Have a good trip!";

const noSocket = (page: Page) => page.route("**/socket.io/**", (route) => route.abort());

test("without a socket the answer streams over HTTP: no gap, nothing twice, over a reload too", async ({ page }) => {
  await noSocket(page);
  await openSample(page);
  const streams: string[] = [];
  page.on("request", (request) => {
    if (/\/events\?after=/.test(request.url())) streams.push(request.url());
  });
  await ask(page, question);
  const written = thread(page).getByRole("article", { name: "Answer being generated" });
  await expect(written).toBeVisible();
  const early = (await written.textContent())?.length ?? 0;
  await expect.poll(async () => (await thread(page).textContent())?.length ?? 0).toBeGreaterThan(early + 40);
  await page.reload();
  await expect(thread(page).getByText(ending)).toHaveCount(1, { timeout: 20_000 });
  await expect(thread(page).getByText("Here is a plan for a long trip:")).toHaveCount(1);
  await expect(thread(page).getByRole("article", { name: "You" })).toHaveCount(1);
  await expect(page.getByText("Your turn")).toBeVisible();
  await askAndWait(page, "What is 17 * 23?");
  await expect(thread(page).getByText("391")).toHaveCount(1);
  expect(streams.length).toBeGreaterThan(0);
});

test("a socket that is lost in mid-answer and comes back leaves no gap", async ({ page }) => {
  await openSample(page);
  await ask(page, question);
  await expect(page.getByText("Running")).toBeVisible();
  await page.context().setOffline(true);
  await page.waitForTimeout(1_500);
  await page.context().setOffline(false);
  await expect(thread(page).getByText(ending)).toHaveCount(1, { timeout: 30_000 });
  await expect(thread(page).getByText("Here is a plan for a long trip:")).toHaveCount(1);
});

test("a rating shows in a second tab at once, with a socket and without", async ({ page, context }) => {
  await openSample(page);
  await askAndWait(page, "What is 17 * 23?");
  const [second, third] = [await context.newPage(), await context.newPage()];
  await noSocket(third);
  const overHttp = third.waitForResponse(/\/events\?after=/);
  for (const tab of [second, third]) await tab.goto(page.url());
  const good = (tab: Page) => thread(tab).getByRole("button", { name: "Good answer" });
  const bad = (tab: Page) => thread(tab).getByRole("button", { name: "Bad answer" });
  for (const tab of [second, third]) await expect(good(tab)).toHaveAttribute("aria-pressed", "false");
  await overHttp;
  await good(page).click();
  for (const tab of [page, second, third]) await expect(good(tab)).toHaveAttribute("aria-pressed", "true");
  await bad(second).click();
  await second.getByLabel("What was wrong?").fill("Too short");
  await second.getByRole("button", { name: "Submit", exact: true }).first().click();
  for (const tab of [page, second, third]) {
    await expect(bad(tab)).toHaveAttribute("aria-pressed", "true");
    await expect(good(tab)).toHaveAttribute("aria-pressed", "false");
  }
  await bad(page).click();
  for (const tab of [page, second, third]) await expect(bad(tab)).toHaveAttribute("aria-pressed", "false");
});
