import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { findViolations } from "../support/axe";
import { expect, registerWithSample, test } from "../support/browser";

test("an app is published as an MCP server, whose tool other agents call", async ({ page }) => {
  const { slug, appId } = await registerWithSample(page);
  await page.goto(`/${slug}/app/${appId}`);
  await page.getByRole("link", { name: "Publications" }).click();
  await page.getByRole("button", { name: "Publish" }).click();
  const form = page.getByRole("dialog", { name: /^Publish “/ });
  await form.getByLabel("Name").fill("Agents");
  await expect(form.getByLabel("Tool description")).toHaveCount(0);
  await form.getByRole("switch", { name: "MCP server" }).click();
  await form.getByLabel("Tool description").fill("Answers questions of other agents.");
  expect(await findViolations(page, { within: '[role="dialog"]' }), "form").toEqual([]);
  await form.getByRole("button", { name: "Publish" }).click();
  const secret = page.getByRole("dialog", { name: /^Your key/ });
  const key = await secret.getByText(/^mpk_/).textContent();
  await secret.getByRole("button", { name: "Done" }).click();

  const card = page.getByRole("region", { name: "Agents" });
  const example = card.getByRole("region", { name: "MCP server" });
  await expect(example.getByText(/mcpServers/)).toBeVisible();
  const address = await example.locator("code").first().textContent();
  for (const mode of ["legacy", "auto"] as const) {
    const client = new Client({ name: "browser test", version: "1" }, { versionNegotiation: { mode } });
    const headers = { authorization: `Bearer ${key}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(address ?? ""), { requestInit: { headers } }));
    const [tool] = (await client.listTools()).tools;
    expect(tool?.description).toBe("Answers questions of other agents.");
    const inputs = ["message", ...(tool?.inputSchema.required ?? [])];
    const values = Object.fromEntries(inputs.map((name) => [name, "Hello"]));
    const result = await client.callTool({ name: tool?.name ?? "", arguments: values }, { timeout: 30_000 });
    expect([mode, Boolean(result.isError)]).toEqual([mode, false]);
    await client.close();
  }

  await card.getByRole("radio", { name: "Calls" }).click();
  await expect(card.getByText("MCP server").first()).toBeVisible();
  await card.getByRole("button", { name: "Actions for Agents", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit publication" });
  await expect(edit.getByLabel("Tool description")).toHaveValue("Answers questions of other agents.");
  await edit.getByRole("switch", { name: "MCP server" }).click();
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toHaveCount(0);
  await card.getByRole("radio", { name: "Connect" }).click();
  await expect(card.getByText(/mcpServers/)).toHaveCount(0);
});
