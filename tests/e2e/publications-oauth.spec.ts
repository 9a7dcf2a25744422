import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { findViolations } from "../support/axe";
import { expect, password, post, registerWithSample, test } from "../support/browser";
import { loopbackServer } from "../support/loopback-server";
import { memoryProvider } from "../support/oauth-provider";

/** A program on the person's machine, to which their browser returns. */
async function startProgram() {
  let onReturn: (parameters: URLSearchParams) => void = () => {};
  const server = await loopbackServer(({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    if (pathname === "/callback") onReturn(searchParams);
    response.setHeader("content-type", "text/html").end("<title>Done</title><p>You can close this window.</p>");
  });
  const memory = memoryProvider({ redirectUrl: `${server.url}/callback` });
  const returned = () => new Promise<URLSearchParams>((resolve) => (onReturn = resolve));
  return { memory, returned, close: server.close };
}

const connect = async (address: string, { provider }: ReturnType<typeof memoryProvider>) => {
  const transport = new StreamableHTTPClientTransport(new URL(address), { authProvider: provider });
  const client = new Client({ name: "browser test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(transport).catch((error: unknown) => {
    if (!memorySentTo(provider)) throw error;
  });
  return { client, transport };
};

/** Whether the client has sent the person to allow it. */
const memorySentTo = (provider: ReturnType<typeof memoryProvider>["provider"]): boolean => !provider.tokens();

test("a person signs in, allows an MCP client to use an app, and revokes it", async ({ page, baseURL }) => {
  const person = await registerWithSample(page);
  const { slug, appId, token, email } = person;
  const form = { name: "Agents", appId, ways: { mcp: true } };
  const { _id } = await post<{ _id: string }>(page, `/${slug}/forms/publication/add`, form, token);
  const address = `${baseURL}/mcp/${_id}`;
  const program = await startProgram();
  const { memory } = program;
  const { transport } = await connect(address, memory);

  await page.context().setStorageState({ cookies: [], origins: [] });
  await page.goto(String(memory.state.sentTo));
  await page.waitForURL("**/login?goto=**");
  await page.getByLabel("Email").fill(email);
  await page.locator('input[type="password"]').fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Allow Test program to use / })).toBeVisible();
  await expect(page.getByText("Unverified: any program can use this name")).toBeVisible();
  await expect(page.getByText(/^127\.0\.0\.1:\d+$/)).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  for (const theme of ["light", "dark"]) {
    await page.evaluate((dark) => document.documentElement.classList.toggle("dark", dark), theme === "dark");
    expect(await findViolations(page), theme).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
  await page.setViewportSize({ width: 1_440, height: 900 });

  const canceled = program.returned();
  await page.getByRole("link", { name: "Cancel" }).click();
  expect(Object.fromEntries(await canceled)).toMatchObject({ error: "access_denied", iss: baseURL });
  await page.goBack();
  const allowed = program.returned();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  const parameters = await allowed;
  await expect(page).toHaveTitle("Done");
  await transport.finishAuth(parameters);
  const { client } = await connect(address, memory);
  const [tool] = (await client.listTools()).tools;
  const inputs = ["message", ...(tool?.inputSchema.required ?? [])];
  const values = Object.fromEntries(inputs.map((name) => [name, "Hello"]));
  const result = await client.callTool({ name: tool?.name ?? "", arguments: values }, { timeout: 30_000 });
  expect(result.isError).toBeFalsy();

  await page.goto(`/${slug}/app/${appId}`);
  await page.getByRole("link", { name: "Publications" }).click();
  const card = page.getByRole("region", { name: "Agents" });
  await card.getByRole("radio", { name: "Calls" }).click();
  await expect(card.getByText("Test program, Ada")).toBeVisible();
  await card.getByRole("radio", { name: "Keys" }).click();
  const clients = card.getByRole("region", { name: "Authorized clients" });
  await expect(clients.getByRole("listitem")).toHaveText([/Test program.*Allowed by Ada.*last used/]);
  expect(await findViolations(page), "clients").toEqual([]);
  await clients.getByRole("button", { name: "Actions for Test program", exact: true }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(clients.getByText("No MCP client has signed in yet.", { exact: false })).toBeVisible();
  await expect(client.listTools({ cursor: "fresh" })).rejects.toThrow();
  await client.close();
  await program.close();
});

test("a request that can't be allowed says why", async ({ page }) => {
  await registerWithSample(page);
  await page.goto("/oauth/authorize?client_id=unknown&redirect_uri=https%3A%2F%2Fevil.example%2F");
  await expect(page.getByRole("alert").getByText(/Unknown client/)).toBeVisible();
  await expect(page.getByRole("link", { name: /Return/ })).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
});
