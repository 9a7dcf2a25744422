import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { expect, openTeam, post, test } from "../support/browser";
import { startOpenAiStandin } from "../support/standins/open-ai";

/** A team whose agent answers as its goal tells it. */
async function openAgent(page: Page) {
  const standin = await startOpenAiStandin();
  standin.behave(({ body }) => {
    const prompt = JSON.stringify(body);
    const days = prompt.includes("Say thirty") ? "30" : "14";
    return { text: `You can return them within ${days} days.\n\nShipping is free.`, ttftMs: 250 };
  });
  const { slug, token } = await openTeam(page);
  const add = (path: string, body: object) => post<{ _id: string }>(page, `/${slug}/forms/${path}/add`, body, token);
  const { _id: providerId } = await add("provider", {
    name: "Gateway",
    type: "openai_compatible",
    config: { base_url: standin.baseUrl, api_key: standin.key },
  });
  const { _id: modelId } = await add("model", { name: "Scripted", providerId, model: "gpt-4o", modelType: "llm" });
  const { _id: agentId } = await add("agent", {
    name: "Shop guide",
    role: "Guide",
    goal: "Say fourteen",
    backstory: "Knows the shop.",
    modelId,
  });
  return { slug, agentId, standin };
}

/** Opens the dialog, and starts the evaluation of what it offers first. */
async function run(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/for 4 attempts|4 attempts\./)).toBeVisible();
  await dialog.getByRole("button", { name: "Run" }).click();
  await page.waitForURL("**/evaluation/**");
}

const ended = (page: Page) => expect(page.getByText("Completed", { exact: true })).toBeVisible({ timeout: 30_000 });

test("a draft is evaluated, and its answers are compared with those of the applied revision", async ({ page }) => {
  const { slug, agentId, standin } = await openAgent(page);
  await page.goto(`/${slug}/agent/${agentId}?tab=evaluation`);
  await expect(page.getByText("How long can I return a pair of shoes?")).toBeVisible();
  await expectAccessible(page, "an agent without test sets");
  await page.getByRole("button", { name: "New test set" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Returns");
  await page.getByRole("button", { name: "Create test set" }).click();
  await page.waitForURL("**/testset/**");
  const setUrl = page.url();
  const sidebar = page.getByRole("navigation").filter({ has: page.getByRole("link", { name: "Vector DBs" }) });
  await expect(sidebar.getByRole("link", { name: "Agents" })).toHaveAttribute("aria-current", "page");

  // Of the two cases, the second has another type of check.
  await page.getByRole("button", { name: "Add case" }).click();
  await page.getByLabel("Message").fill("How long can I return shoes?");
  await page.getByLabel("Text").fill("30 days");
  await page.getByRole("button", { name: "Add case" }).click();
  await page.getByLabel("Message").fill("Is shipping free?");
  await page.getByRole("combobox", { name: "Type of check 1" }).click();
  await page.getByRole("option", { name: "Regular expression" }).click();
  await page.getByLabel("Pattern").fill("(?i)free");
  await page.getByLabel("Attempts per case").fill("2");
  await expectAccessible(page, "a test set");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Test set saved.")).toBeVisible();

  await run(page);
  await expect(page.getByText(/\d of 4 attempts/).first()).toBeVisible();
  await ended(page);
  await expect(page.getByText("2 of 4 attempts passed.")).toBeVisible();
  await page.getByRole("button", { name: /How long can I return shoes/ }).click();
  await expect(page.getByText("The answer doesn't contain “30 days”.").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Trace of attempt 1" })).toHaveAttribute("href", /\/session\/.+\/trace/);
  await page.getByRole("button", { name: "Incorrect" }).first().click();
  await expect(page.getByRole("button", { name: "Incorrect" }).first()).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page, "an evaluation");

  await page.goto(`/${slug}/agent/${agentId}`);
  await page.getByLabel("Goal").fill("Say thirty");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await expect(page.getByText("Draft saved.")).toBeVisible();
  await page.goto(setUrl);
  await run(page);
  await ended(page);
  await expect(page.getByRole("heading", { name: "Draft" })).toBeVisible();
  await expect(page.getByText("4 of 4 attempts passed.")).toBeVisible();

  await page.getByRole("combobox", { name: "Compare with" }).click();
  await page.getByRole("option", { name: /Revision 1/ }).click();
  const comparison = page.getByRole("region", { name: "Comparison" });
  await expect(comparison.getByText(/2 shared cases/)).toBeVisible();
  await comparison.getByRole("button", { name: /How long can I return shoes/ }).click();
  await expect(comparison.getByLabel("Revision 1, compared", { exact: true })).toContainText("within 14 days");
  await expect(comparison.getByLabel("Draft, this evaluation", { exact: true })).toContainText("within 30 days");
  await expectAccessible(page, "a comparison");
  await standin.close();
});

test("required tests that fail prevent a rollout and applying, and an owner applies anyway with a reason", async ({
  page,
}) => {
  const { slug, agentId, standin } = await openAgent(page);
  await page.goto(`/${slug}/agent/${agentId}?tab=evaluation`);
  await page.getByRole("button", { name: "New test set" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Returns");
  await page.getByLabel("Tests are required by default").check();
  await page.getByRole("button", { name: "Create test set" }).click();
  await page.waitForURL("**/testset/**");
  await page.getByRole("button", { name: "Add case" }).click();
  await page.getByLabel("Message").fill("How long can I return shoes?");
  await page.getByLabel("Text").fill("30 days");
  await page.getByRole("button", { name: "Import cases" }).click();
  const file = { name: "cases.csv", mimeType: "text/csv", buffer: Buffer.from("input,output\nIs it free?,Yes\n") };
  await page.getByLabel("File with cases").setInputFiles(file);
  await expect(page.getByRole("list", { name: "Cases in the file" }).getByRole("listitem")).toHaveText(/Is it free/);
  await page.getByRole("button", { name: "Add 1 case" }).click();
  await page.getByRole("button", { name: "Actions for Is it free?" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: /^Is it free/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: /^Is it free/ })).toBeVisible();
  await page.getByLabel("Attempts per case").fill("1");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Test set saved.")).toBeVisible();

  await page.goto(`/${slug}/agent/${agentId}`);
  await page.getByLabel("Goal").fill("Say fifteen");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await expect(page.getByText(/Draft saved .+ by Ada/)).toBeVisible();
  await page.getByRole("link", { name: "Revisions" }).click();
  await page.getByRole("button", { name: "Roll out…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Roll out" }).click();
  const dialog = page.getByRole("dialog", { name: "Required tests haven't passed" });
  await expect(dialog.getByText("The answer doesn't contain “30 days”.")).toBeVisible({ timeout: 40_000 });
  await expect(dialog.getByText("Change blocked: 2 required tests failed.")).toBeVisible();
  await dialog.getByRole("button", { name: "Roll out anyway…" }).click();
  await expect(dialog.getByRole("button", { name: "Roll out anyway" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Definition" }).click();
  await page.getByRole("button", { name: "Save and apply" }).click();
  await expect(dialog.getByRole("link", { name: "Open evaluation" })).toBeVisible();
  await dialog.getByRole("button", { name: "Apply anyway…" }).click();
  await expectAccessible(page, "a refused change");
  await dialog.getByLabel("Reason").fill("The policy changes today.");
  await dialog.getByRole("button", { name: "Apply anyway" }).click();
  await expect(page.getByText("Agent saved and applied.")).toBeVisible();
  await standin.close();
});
