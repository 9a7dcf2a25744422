import { expect, openSample, test } from "../support/browser";

test.describe("developer mode", () => {
  test("shows ids, raw JSON and each call as a curl line; off again it shows nothing", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const slug = await openSample(page);
    const toggle = async () => {
      await page.getByRole("button", { name: /^Account:/ }).click();
      await page.getByRole("menuitemcheckbox", { name: "Developer Mode" }).click();
    };
    await expect(page.getByTitle("Copy ID")).toHaveCount(0);
    await toggle();
    expect(await page.evaluate(() => localStorage.getItem("developerMode"))).toBe("1");

    const sessionId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await page.getByRole("button", { name: sessionId }).click();
    expect(await clipboard()).toBe(sessionId);
    await page.getByRole("link", { name: "Trace" }).click();
    await expect(page.getByRole("button", { name: sessionId })).toBeVisible();

    await page.goto(`/${slug}/agents`);
    await page.getByRole("table").getByTitle("Copy ID").first().click();
    const agentId = await clipboard();
    expect(agentId).toMatch(/^agent_/);
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Raw JSON" }).click();
    await expect(page.getByRole("dialog").getByText(`"_id": "${agentId}"`)).toBeVisible();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "API calls on this page" }).click();
    const calls = page.getByRole("dialog", { name: "API calls on this page" });
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
    await expect(page.getByTitle("Copy ID")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "API calls on this page" })).toHaveCount(0);
  });
});
