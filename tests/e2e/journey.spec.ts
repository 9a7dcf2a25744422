import { ask, expect, openSample, openTeam, password, registerByForm, test, thread } from "../support/browser";

test("a new person takes the sample, talks to it, reloads in mid-answer and finds the answer whole, once", async ({
  page,
  context,
}) => {
  await registerByForm(page);
  await page.getByRole("button", { name: "Start with the sample" }).click();
  await page.waitForURL(/\/app\/app_/);
  await page.getByRole("button", { name: "New session" }).click();
  await page.waitForURL(/\/session\/session_/);
  await ask(page, "Please show me a list of steps to plan a long trip");
  await expect(page.getByText("Running")).toBeVisible();
  await page.reload();
  const second = await context.newPage();
  await second.goto(page.url());
  for (const tab of [page, second]) {
    await expect(thread(tab).getByText("Have a good trip!")).toHaveCount(1, { timeout: 15_000 });
    await expect(thread(tab).getByText("Here is a plan for a long trip:")).toHaveCount(1);
    await expect(tab.getByText("Your turn")).toBeVisible();
  }
  await page.getByRole("link", { name: "Trace" }).click();
  await expect(page.getByRole("heading", { name: "Prompt" })).toBeVisible();
  await expect(page.getByText("Model call: Offline demo").first()).toBeVisible();
});

test("Stop keeps the text so far, and Retry makes the answer again", async ({ page }) => {
  const slug = await openSample(page);
  const session = page.url();
  await page.goto(`/${slug}/models`);
  await page.getByRole("link", { name: "Offline demo" }).click();
  await page.getByLabel("Model ID").fill("demo-chat:tps=20,words=300");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(`**/${slug}/models`);
  await page.goto(session);
  await ask(page, "Talk to me for long");
  await expect(thread(page).getByText("I'm Muster's offline demo model")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).first().click();
  await expect(thread(page).getByText("Generation stopped.")).toBeVisible({ timeout: 3_000 });
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(thread(page).getByText("Generation stopped.")).toHaveCount(0);
  await expect(page.getByText("Running")).toBeVisible();
  await page.getByRole("button", { name: "Cancel run" }).first().click();
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
});

test("an own agent and app are made through the forms and tried in the wizard", async ({ page }) => {
  const { slug } = await openTeam(page);
  await page.goto(`/${slug}/model/add?type=demo`);
  await page.getByLabel("Name").fill("House model");
  await page.getByLabel("Model ID").fill("demo-chat");
  await page.getByRole("button", { name: "Create model" }).click();
  await page.waitForURL(`**/${slug}/models`);
  await page.goto(`/${slug}/agent/add`);
  await page.getByLabel("Name").fill("Tutor");
  await page.getByLabel("Role").fill("a patient tutor");
  await page.getByLabel("Goal").fill("Explain");
  await page.getByLabel("Backstory").fill("Taught for years.");
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name: "House model" }).click();
  await page.getByRole("button", { name: "Create agent" }).click();
  await page.waitForURL(`**/${slug}/agents`);
  await page.goto(`/${slug}/app/add`);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/#step2$/);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.getByLabel("Name").fill("Lessons");
  await page.getByRole("combobox", { name: "Agent" }).click();
  await page.getByRole("option", { name: "Tutor" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Create app" }).click();
  await expect(page).toHaveURL(/#step4$/);
  await ask(page, "Write some code");
  await expect(thread(page).getByText("Connect a real model to get real code.")).toBeVisible({ timeout: 15_000 });
  await page.goto(`/${slug}/sessions`);
  await expect(page.getByText("All sessions with your apps appear here.")).toBeVisible();
});

test("a model whose key is wrong or whose host can't be reached says so and nothing is lost", async ({ page }) => {
  const { slug } = await openTeam(page);
  await page.goto(`/${slug}/model/add?type=ollama`);
  await page.getByLabel("Name").fill("Local");
  await page.getByLabel("Model ID").fill("llama3");
  await page.getByLabel("Base URL").fill("http://127.0.0.1:9");
  await page.getByRole("button", { name: "Create model" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "127.0.0.1:9" })).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Local");
  await page.getByRole("button", { name: "Save anyway" }).click();
  await page.waitForURL(`**/${slug}/models`);
  await expect(page.getByRole("link", { name: "Local" })).toBeVisible();
});

test("signing out and in again leads back to where one was", async ({ page }) => {
  const { email } = await openTeam(page);
  // Before hydration, the button does nothing.
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login**");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  // Leaving may still be under way: going on by hand waits for it.
  await expect(() => page.goto("/login?goto=%2Faccount")).toPass();
  await page.getByLabel("Email").fill(email);
  await page.locator('input[type="password"]').first().fill("not the password at all");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("The email address or password is incorrect.")).toBeVisible();
  await page.locator('input[type="password"]').first().fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/account");
});
