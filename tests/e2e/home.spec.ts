import { ask, expect, openSample, openTeam, registerWithSample, test, thread } from "../support/browser";

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

test("home shows why a conversation failed", async ({ page }) => {
  const { slug, token } = await registerWithSample(page);
  const headers = { authorization: `Bearer ${token}` };
  const found = await page.request.get(`/${slug}/models.json?modelType=llm`, { headers });
  const { models } = (await found.json()) as { models: { _id: string }[] };
  const data = { model: "demo-chat:fail=401" };
  await page.request.post(`/${slug}/forms/model/${models[0]?._id}/edit`, { headers, data });
  await page.goto(`/${slug}/apps`);
  await page.getByRole("link", { name: "Chat with the guide" }).click();
  await page.getByRole("button", { name: "New session" }).click();
  await page.waitForURL(/\/session\/session_/);
  await ask(page, "Hello");
  const reason = /rejected the API key/;
  await expect(thread(page).getByText(reason)).toBeVisible();
  await page.goto(`/${slug}`);
  await expect(page.getByRole("region", { name: "Failed" }).getByText(reason)).toBeVisible();
});
