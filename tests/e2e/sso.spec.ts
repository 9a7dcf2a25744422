import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { ssoPath } from "@/lib/constants/identity";
import { findViolations } from "../support/axe";
import { expect, openTeam, password, test } from "../support/browser";
import { type NameServer, startNameServer } from "../support/standins/name-server";
import { type OpenIdStandin, startOpenIdProvider } from "../support/standins/openid/provider";

let names: NameServer;
let provider: OpenIdStandin;
test.beforeAll(async ({ baseURL }) => {
  const port = Number(new URL(baseURL ?? "").port);
  names = await startNameServer(port + 4);
  provider = await startOpenIdProvider(`${baseURL}${ssoPath}`);
});
test.afterAll(async () => {
  await names.close();
  await provider.close();
});

const section = (page: Page) => page.getByRole("region", { name: "Identity provider" });

async function connect(page: Page, domain: string): Promise<void> {
  const own = section(page);
  await own.getByLabel("Issuer").fill("https://127.0.0.1:1");
  await own.getByLabel("Client ID").fill(provider.client.clientId);
  await own.getByLabel("Client secret").fill(provider.client.clientSecret);
  await own.getByRole("button", { name: "Save" }).click();
  await expect(own.getByText(/Couldn't reach 127\.0\.0\.1:1/)).toBeVisible();
  await own.getByLabel("Issuer").fill(provider.issuer);
  await own.getByRole("button", { name: "New rule" }).click();
  await own.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Identity provider saved.")).toBeVisible();

  await own.getByLabel("Domain", { exact: true }).fill(domain);
  await own.getByRole("button", { name: "Add domain" }).click();
  await expect(own.getByText("Not verified")).toBeVisible();
  await own.getByRole("button", { name: "Verify" }).click();
  await expect(own.getByText(/has no TXT record yet/)).toBeVisible();
  names.set(await own.getByRole("textbox", { name: "Record name" }).inputValue(), [
    await own.getByRole("textbox", { name: "Record value" }).inputValue(),
  ]);
  await own.getByRole("button", { name: "Verify" }).click();
  await expect(own.getByText("Verified", { exact: true })).toBeVisible();
}

test("a provider is connected, tested and required: members sign in with it, the owner still with a password", async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { slug, email } = await openTeam(page);
  const domain = `${randomUUID().slice(0, 8)}.example.test`;
  const person = { sub: randomUUID(), email: `grace@${domain}`, name: "Grace Hopper", groups: ["support"] };
  provider.signedInAs(person);
  await page.goto(`/${slug}/org`);
  await connect(page, domain);
  expect(await findViolations(page)).toEqual([]);
  await section(page).getByRole("switch", { name: "Required" }).click();
  await section(page).getByRole("button", { name: "Save" }).click();
  await expect(section(page).getByText(/Complete a test sign-in/)).toBeVisible();
  await section(page).getByRole("switch", { name: "Required" }).click();
  await section(page).getByRole("button", { name: "Test sign-in" }).click();
  await expect(page.getByText("Test sign-in successful. You can now require SSO.")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/: Team Member/)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Back to the organization" }).click();
  await section(page).getByRole("switch", { name: "Required" }).click();
  await section(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Identity provider saved.")).toBeVisible();

  const other = await browser.newContext();
  const theirs = await other.newPage();
  await theirs.goto("/login");
  await theirs.getByRole("link", { name: "Continue with SSO" }).click();
  await theirs.getByLabel("Work email").fill("grace@unknown.example.test");
  await theirs.getByRole("button", { name: "Continue with SSO" }).click();
  await expect(theirs.getByText(/No organization on this server uses SSO for/)).toBeVisible();
  expect(await findViolations(theirs)).toEqual([]);
  await theirs.getByLabel("Work email").fill(person.email);
  await theirs.getByRole("button", { name: "Continue with SSO" }).click();
  await theirs.waitForURL(`**/${slug}**`);
  await other.close();

  await page.goto(`/${slug}/team`);
  await expect(page.getByText("Set by the identity provider").first()).toBeVisible();
  // The owner's way back.
  const owner = await browser.newContext();
  const back = await owner.newPage();
  await back.goto("/login");
  await back.getByLabel("Email").fill(email);
  await back.locator('input[type="password"]').fill(password);
  await back.getByRole("button", { name: "Sign in", exact: true }).click();
  await back.waitForURL(`**/${slug}**`);
  await back.goto(`/${slug}/org`);
  await expect(section(back).getByLabel("Issuer")).toHaveValue(provider.issuer);
  await owner.close();
});
