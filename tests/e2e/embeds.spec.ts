import type { FrameLocator, Page } from "@playwright/test";
import { buildSnippets } from "@/components/apps/publish/snippets";
import { findInFrames, findViolations } from "../support/axe";
import { expect, post, registerWithSample, test } from "../support/browser";
import { startWebsite } from "../support/website";

const port = Number(process.env.E2E_PORT ?? 3_100);
const app = `http://localhost:${port}`;
/** Another site than localhost, so that the frame's storage is partitioned. */
const website = `http://127.0.0.1:${port + 8}`;
const otherWebsite = `http://127.0.0.1:${port + 9}`;

const launcher = (page: Page) => page.getByRole("button", { name: "Ask us" });
const chat = (page: Page): FrameLocator => page.frameLocator("iframe[title='Ask us']");
const message = (page: Page) => chat(page).getByLabel("Message", { exact: true });
const messages = (page: Page) => chat(page).getByRole("region", { name: "Messages" });

async function publishChat(page: Page): Promise<{ tag: string; edit(body: object): Promise<unknown> }> {
  const { slug, appId, token } = await registerWithSample(page);
  const form = { name: "Shop", appId, ways: { embed: true }, origins: [website] };
  const { _id } = await post<{ _id: string }>(page, `/${slug}/forms/publication/add`, form, token);
  const [tag] = buildSnippets.embed({ origin: app, publication: { _id, appId, ways: {} } });
  const attributes = `data-label="Ask us" data-opening="How can we help?" data-starters="What is 17 * 23?|Opening hours"`;
  return {
    tag: tag?.code.replace(" async", ` ${attributes} async`) ?? "",
    edit: (body) => post(page, `/${slug}/forms/publication/${_id}/edit`, body, token),
  };
}

test("a website shows the chat under a strict policy; it is used by keyboard, and goes on after a reload", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const { tag, edit } = await publishChat(page);
  const [server, other] = [await startWebsite(port + 8, app, tag), await startWebsite(port + 9, app, tag)];
  try {
    const context = await browser.newContext({ colorScheme: "light" });
    const guest = await context.newPage();
    const problems: string[] = [];
    guest.on("console", (entry) => /Content Security Policy/i.test(entry.text()) && problems.push(entry.text()));
    guest.on("pageerror", (error) => problems.push(error.stack ?? error.message));
    await guest.goto(website);
    await expect(launcher(guest)).toHaveAttribute("aria-expanded", "false");
    expect(await findViolations(guest), "closed").toEqual([]);
    await launcher(guest).focus();
    await guest.keyboard.press("Enter");
    await expect(chat(guest).getByText("How can we help?")).toBeVisible({ timeout: 20_000 });
    await chat(guest).getByRole("button", { name: "What is 17 * 23?" }).click();
    await expect(messages(guest).getByText("391")).toBeVisible({ timeout: 20_000 });
    expect(await findInFrames(guest), "light").toEqual([]);

    await message(guest).focus();
    await guest.keyboard.press("Escape");
    await expect(launcher(guest)).toBeFocused();
    await expect(message(guest)).toBeHidden();
    await guest.keyboard.press("Enter");
    await guest.getByRole("button", { name: "Close chat" }).focus();
    await guest.keyboard.press("Escape");
    await expect(launcher(guest)).toBeFocused();

    await guest.keyboard.press("Enter");
    await message(guest).fill("Please show me a list of steps to plan a long trip");
    await message(guest).press("Enter");
    await expect(chat(guest).getByRole("article", { name: "Answer being generated" })).toBeVisible();
    await guest.reload();
    await guest.emulateMedia({ colorScheme: "dark" });
    await guest.setViewportSize({ width: 390, height: 844 });
    await launcher(guest).click();
    await expect(messages(guest).getByText("391")).toBeVisible({ timeout: 20_000 });
    await expect(chat(guest).getByRole("button", { name: "Good answer" })).toHaveCount(2, { timeout: 30_000 });
    await expect(chat(guest).locator("html")).toHaveClass(/dark/);
    expect(await findInFrames(guest), "dark").toEqual([]);
    const width = await chat(guest)
      .locator("html")
      .evaluate((html) => [html.scrollWidth, window.innerWidth]);
    expect(width[0]).toBeLessThanOrEqual(width[1] ?? 0);
    expect(problems).toEqual([]);

    const elsewhere = await context.newPage();
    const refused = elsewhere.waitForResponse((response) => response.url().includes("/embed/publication"));
    await elsewhere.goto(otherWebsite);
    await launcher(elsewhere).click();
    expect((await refused).status()).toBe(403);
    await expect(message(elsewhere)).toHaveCount(0);

    await edit({ enabled: false });
    await expect(chat(guest).getByText("This chat isn't available.")).toBeVisible();
  } finally {
    server.close();
    other.close();
  }
});
