import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { expect, openTeam, test } from "../support/browser";
import { countInteractions } from "../support/interactions";
import { inviteBob, joinAsBob } from "../support/invite-bob";
import { startOpenAiStandin } from "../support/standins/open-ai";

const option = (page: Page, name: RegExp) => page.getByRole("listbox").getByRole("option", { name });

const modelList = {
  data: [
    { id: "gpt-4o", type: "chat", context_length: 128_000, deprecation: "2099-03-31T00:00:00Z" },
    { id: "gpt-4o-mini", type: "chat" },
    { id: "text-embedding-3-small", type: "embedding" },
  ],
};

test("a provider is added once, and a second model of it takes four interactions", async ({ page }) => {
  const server = await startOpenAiStandin({ modelList });
  const { slug, token } = await openTeam(page);
  await page.goto(`/${slug}/models`);
  await page.getByRole("link", { name: "Providers" }).click();
  await page.waitForURL(`**/${slug}/providers`);
  const sidebar = page.getByRole("navigation").filter({ has: page.getByRole("link", { name: "Vector DBs" }) });
  await expect(sidebar.getByRole("link", { name: "Models" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "New provider" }).first().click();
  await page.getByRole("radio", { name: "OpenAI-compatible" }).click();
  await page.getByLabel(/^Name/).fill("Our gateway");
  await page.getByLabel("Base URL").fill(server.baseUrl);
  await page.getByLabel("API key").fill("sk-not-the-key-4711");
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText(/Incorrect API key provided/)).toBeVisible();
  await page.getByLabel("API key").fill(server.key ?? "");
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText("Connection successful. 3 models available.")).toBeVisible();
  await page.getByRole("button", { name: "Create provider" }).click();
  await expect(page.getByRole("heading", { name: "Our gateway" })).toBeVisible();
  await expect(page.getByLabel("API key")).toHaveValue("••••cdef");
  await expect(page.getByText("No models use this provider yet.")).toBeVisible();

  await page.getByRole("link", { name: "New model" }).click();
  await page.getByLabel("Model ID").click();
  await expect(option(page, /gpt-4o\b.*retires March 31, 2099/)).toBeVisible();
  await option(page, /^gpt-4o-mini/).click();
  await expect(page.getByLabel(/^Name/)).toHaveValue("gpt-4o-mini");
  await page.getByRole("button", { name: "Create model" }).click();
  await page.waitForURL(`**/${slug}/models`);

  const person = countInteractions();
  await person.do(page.getByRole("link", { name: "New model" }).first().click());
  await person.do(page.getByLabel("Model ID").click());
  await person.do(option(page, /^gpt-4o\b(?!-)/).click());
  await person.do(page.getByRole("button", { name: "Create model" }).click());
  await expect(page.getByRole("link", { name: "gpt-4o", exact: true })).toBeVisible();
  expect(person.count).toBeLessThanOrEqual(4);
  await expect(page.getByRole("row", { name: /gpt-4o-mini/ })).toContainText("Our gateway");

  // Any other model can be entered.
  await page.getByRole("link", { name: "New model" }).first().click();
  await page.getByLabel("Model ID").fill("text-embedding-3-large");
  await expect(page.getByRole("radio", { name: /Embedding/ })).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();

  // The end of a model, with the agent that uses it, which also has tools that the model can't call.
  const listed = await page.request.get(`/${slug}/models.json?q=gpt-4o`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { models } = (await listed.json()) as { models: { _id: string; model: string; providerId: string }[] };
  const model = models.find((one) => one.model === "gpt-4o");
  await page.request.post(`/${slug}/forms/agent/add`, {
    headers: { authorization: `Bearer ${token}` },
    data: {
      name: "Guide",
      role: "a guide",
      goal: "Help",
      backstory: "Knows.",
      modelId: model?._id,
      allowDelegation: true,
    },
  });
  await page.goto(`/${slug}/provider/${model?.providerId}`);
  const ending = page.getByText(/gpt-4o will be retired on March 31, 2099\. Choose another model for Guide\./);
  await expect(ending).toBeVisible();
  await expectAccessible(page, "a provider");
  await page.getByRole("link", { name: "Guide" }).click();
  await expect(page.getByText("gpt-4o doesn't support tool calls, so this agent can't delegate.")).toBeVisible();

  // Found in the palette, and deleted only with a warning.
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
  await page.keyboard.type("gateway");
  await page.getByRole("option", { name: "Our gateway" }).click();
  await expect(page.getByRole("heading", { name: "Our gateway" })).toBeVisible();
  await page.goto(`/${slug}/providers`);
  await page
    .getByRole("row", { name: /Our gateway/ })
    .getByRole("button")
    .click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("gpt-4o-mini");
  await expect(dialog).toContainText(
    "They won't work until you choose another. This permanently deletes its credentials.",
  );
  await dialog.getByRole("button", { name: /^Delete/ }).click();
  await expect(page.getByText("Our gateway")).toHaveCount(0);
  await page.goto(`/${slug}/model/${model?._id}`);
  await expect(page.getByText("Choose a provider", { exact: true })).toBeVisible();
  await server.close();
});

test("a provider is added in place, and a member without the right sees why not", async ({ page, browser }) => {
  const server = await startOpenAiStandin({ modelList });
  const { slug } = await openTeam(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/${slug}/model/add`);
  await page.getByRole("radio", { name: "OpenAI-compatible" }).click();
  await page.getByLabel("Base URL").fill(server.baseUrl);
  await page.getByLabel("API key").fill(server.key ?? "");
  await page.getByRole("button", { name: "Save provider and list its models" }).click();
  await page.getByLabel("Model ID").click();
  await option(page, /^text-embedding-3-small/).click();
  await page.getByRole("button", { name: "Create model" }).click();
  await page.waitForURL(`**/${slug}/models`);
  for (const path of ["models", "providers", "provider/add", "model/add"]) {
    await page.goto(`/${slug}/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/OpenAI-compatible/).first()).toBeVisible();
    await expectAccessible(page, path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }

  const bob = await joinAsBob(browser, await inviteBob(page, slug, `bob-${slug}@example.test`));
  await bob.goto(`/${slug}/providers`);
  await expect(bob.getByText('Missing permission "Create Model". Ask Ada.')).toBeVisible();
  await bob.getByRole("link", { name: "OpenAI-compatible" }).click();
  await expect(bob.getByText('Missing permission "Edit Model". Ask Ada.')).toBeVisible();
  await expect(bob.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true");
  await expect(bob.getByRole("link", { name: "New model" })).toHaveCount(0);
  await bob.context().close();
  await server.close();
});
