import { ask, expect, openSample, openTeam, test } from "../support/browser";

test("a new team's home leads through the first steps, and they can be dismissed", async ({ page }) => {
  const { slug } = await openTeam(page);
  await page.getByRole("link", { name: "Home" }).click();
  await page.waitForURL(`**/${slug}`);
  const checklist = page.getByRole("region", { name: "Get started" });
  await expect(checklist.getByText("0 of 5 done")).toBeVisible();
  await expect(page.getByText("No sessions yet.")).toBeVisible();
  await expect(page.getByText("You're all caught up.")).toBeVisible();
  await checklist.getByRole("link", { name: "Build an agent" }).click();
  await page.waitForURL(`**/${slug}/agents`);
  await page.goto("/");
  await page.waitForURL(`**/${slug}`);
  await checklist.getByRole("button", { name: "Dismiss the checklist" }).click();
  await expect(checklist).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("region", { name: "Recent sessions" })).toBeVisible();
  await expect(checklist).toHaveCount(0);
});

test("home shows the newest sessions and what is done", async ({ page }) => {
  const slug = await openSample(page);
  await ask(page, "Hello");
  await page.goto(`/${slug}`);
  await expect(page.getByRole("region", { name: "Recent sessions" }).getByText("Hello").first()).toBeVisible();
  const checklist = page.getByRole("region", { name: "Get started" });
  await expect(checklist.getByRole("link", { name: "Start a session (done)" })).toBeVisible();
  await expect(checklist.getByRole("link", { name: "Connect a model", exact: true })).toBeVisible();
});
