import { expectAccessible } from "../support/axe";
import { expect, openTeam, post, test } from "../support/browser";
import { startOpenAiStandin } from "../support/standins/open-ai";

test("a wrong answer is kept as a test, which prevents a change that doesn't repair it", async ({ page }) => {
  const standin = await startOpenAiStandin();
  standin.behave(({ body }) => {
    const days = JSON.stringify(body).includes("Say thirty") ? "30" : "14";
    return { text: `You can return them within ${days} days.` };
  });
  const { slug, token } = await openTeam(page);
  const add = (path: string, body: object) => post<{ _id: string }>(page, `/${slug}/forms/${path}/add`, body, token);
  const config = { base_url: standin.baseUrl, api_key: standin.key };
  const { _id: providerId } = await add("provider", { name: "Gateway", type: "openai_compatible", config });
  const { _id: modelId } = await add("model", { name: "Scripted", providerId, model: "gpt-4o", modelType: "llm" });
  const prompts = { role: "Guide", goal: "Say fourteen", backstory: "Knows the shop." };
  const { _id: agentId } = await add("agent", { name: "Shop guide", ...prompts, modelId });
  const { _id: appId } = await add("app", { name: "Shop", type: "chat", sharingMode: "team", agentId });
  const { _id: sessionId } = await add("session", { id: appId });

  await page.goto(`/${slug}/session/${sessionId}`);
  await page.getByRole("textbox", { name: /message/i }).fill("How long can I return shoes?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article").getByText("within 14 days")).toBeVisible();
  await page.getByRole("button", { name: "Bad answer" }).click();
  await page.getByLabel("What was wrong?").fill("It is 30 days.");
  await page.getByRole("button", { name: "Keep as a test" }).last().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("How long can I return shoes?")).toBeVisible();
  await dialog.getByLabel("Text").fill("30 days");
  await expectAccessible(page, "keeping a test");
  await dialog.getByRole("button", { name: "Save test" }).click();
  await expect(page.getByText("Test saved.")).toBeVisible();

  await page.goto(`/${slug}/agent/${agentId}`);
  await page.getByLabel("Goal").fill("Say fifteen");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await expect(page.getByText("Draft saved.")).toBeVisible();
  await page.getByRole("button", { name: "Save and apply" }).click();
  const refused = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await expect(refused.getByText("How long can I return shoes?")).toBeVisible({ timeout: 30_000 });
  await expect(refused.getByText(/doesn't contain “30 days”/)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByLabel("Goal").fill("Say thirty");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await expect(page.getByText(/Agent saved|saved/i).first()).toBeVisible({ timeout: 30_000 });

  await page.goto(`/${slug}/agent/${agentId}?tab=evaluation`);
  await expect(page.getByRole("heading", { name: "Feedback" })).toBeVisible();
  await expect(page.getByText("It is 30 days.")).toBeVisible();
  await expectAccessible(page, "the evaluation of an agent with ratings");
  await standin.close();
});
