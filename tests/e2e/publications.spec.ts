import { findViolations } from "../support/axe";
import { expect, registerWithSample, test } from "../support/browser";

test("an app is published, its key shown once, rotated and revoked, and turned off", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { slug, appId } = await registerWithSample(page);
  await page.goto(`/${slug}/app/${appId}`);
  await page.getByRole("link", { name: "Publications" }).click();
  await expect(page.getByText(/Publish this app to use it from your own programs/)).toBeVisible();
  expect(await findViolations(page), "empty").toEqual([]);

  await page.getByRole("button", { name: "Publish" }).click();
  const form = page.getByRole("dialog", { name: /^Publish “/ });
  await form.getByLabel("Name").fill("");
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(form.getByText("Enter a name.")).toBeVisible();
  await form.getByLabel("Name").fill("Support site");
  await expect(form.getByRole("switch", { name: "OpenAI-compatible API" })).toBeChecked();
  await form.getByLabel("US dollars per month").fill("20");
  expect(await findViolations(page, { within: '[role="dialog"]' }), "form").toEqual([]);
  await form.getByRole("button", { name: "Publish" }).click();
  const secret = page.getByRole("dialog", { name: "Your key “Support site”" });
  const key = await secret.getByText(/^mpk_/).textContent();
  await secret.getByRole("button", { name: "Copy key" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await secret.getByRole("button", { name: "Done" }).click();

  const card = page.getByRole("region", { name: "Support site" });
  await expect(card).toContainText("Latest applied revision");
  await expect(card).toContainText("$0 of $20.00 this month");
  await expect(card.getByText(/\/v1\/chat\/completions/)).toBeVisible();
  await card.getByRole("radio", { name: "Python" }).click();
  await expect(card.getByText("from openai import OpenAI")).toBeVisible();
  await expect(page.getByText(key ?? "")).toHaveCount(0);
  expect(await findViolations(page), "connect").toEqual([]);

  await card.getByRole("radio", { name: "Keys" }).click();
  const keys = card.getByRole("list", { name: "Keys" }).getByRole("listitem");
  await expect(keys).toHaveText([new RegExp(`Key 1.*${key?.slice(0, 12)}….*Never used`)]);
  const act = async (name: string, action: string) => {
    await card
      .getByRole("button", { name: `Actions for ${name}`, exact: true })
      .first()
      .click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await act("Key 1", "Rotate");
  const rotation = page.getByRole("dialog", { name: "Rotate the key “Key 1”" });
  await rotation.getByLabel("Name").fill("Key 2");
  await rotation.getByLabel("US dollars per month").fill("5");
  await rotation.getByText("Limits", { exact: true }).click();
  await rotation.getByLabel("Max calls per minute").fill("10");
  expect(await findViolations(page, { within: '[role="dialog"]' }), "new key").toEqual([]);
  await rotation.getByRole("button", { name: "Rotate" }).click();
  await page.getByRole("dialog", { name: "Your key “Key 2”" }).getByRole("button", { name: "Done" }).click();
  await expect(keys).toHaveText([/Key 1.*Expires/, /Key 2.*10 calls per minute · \$0 of \$5\.00 this month/]);
  expect(await findViolations(page), "keys").toEqual([]);
  await act("Key 1", "Revoke");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(keys).toHaveText([/Key 2/]);

  await card.getByRole("radio", { name: "Calls" }).click();
  await expect(card.getByText("No calls in the last 30 days.")).toBeVisible();
  await card.getByRole("switch", { name: "Enable Support site" }).click();
  await expect(card.getByText("Off", { exact: true })).toBeVisible();
  await act("Support site", "Edit");
  const edit = page.getByRole("dialog", { name: "Edit publication" });
  await edit.getByLabel("Name").fill("Help center");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Help center" })).toBeVisible();
  await page.getByRole("button", { name: "Manage links" }).click();
  await expect(page.getByRole("dialog", { name: /^Share “/ })).toBeVisible();
});
