import { findViolations } from "../support/axe";
import { expect, registerWithSample, test } from "../support/browser";

test("an event with invalid input is mapped by its payload, and run again", async ({ page }) => {
  const { slug, appId } = await registerWithSample(page);
  await page.goto(`/${slug}/app/${appId}/edit?tab=publish`);
  await page.getByRole("button", { name: "Publish" }).click();
  const form = page.getByRole("dialog", { name: /^Publish “/ });
  await form.getByLabel("Name").fill("Issues");
  await form.getByRole("switch", { name: "Webhook" }).click();
  await form.getByLabel("Signature").click();
  await page.getByRole("option", { name: "Bearer token" }).click();
  await form.getByLabel("Signing secret").fill("a-secret-of-the-sender");
  expect(await findViolations(page, { within: '[role="dialog"]' }), "form").toEqual([]);
  await form.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog", { name: "Your key “Issues”" }).getByRole("button", { name: "Done" }).click();

  const card = page.getByRole("region", { name: "Issues" });
  const address = await card.getByText(/\/hooks\/publication_\w+$/).textContent();
  const send = (id: string) =>
    page.request.post(new URL(address ?? "").pathname, {
      headers: { authorization: "Bearer a-secret-of-the-sender", "idempotency-key": id },
      data: { issue: { title: "The button is gone", number: 7 } },
    });
  expect((await send("evt_1")).status()).toBe(202);
  await card.getByRole("radio", { name: "Webhook" }).click();
  await expect(card.getByText("Completed")).toBeVisible({ timeout: 20_000 });
  expect(await findViolations(page), "events").toEqual([]);

  await card.getByRole("button", { name: "Webhook settings" }).click();
  const settings = page.getByRole("dialog", { name: "Webhook settings" });
  await settings.getByLabel("Input").click();
  await page.getByRole("option", { name: /Selected values/ }).click();
  await settings.getByLabel("Message").fill("/issue/text");
  expect(await findViolations(page, { within: '[role="dialog"]' }), "settings").toEqual([]);
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Webhook saved.")).toBeVisible();
  expect((await send("evt_2")).status()).toBe(422);
  await page.reload();
  await card.getByRole("radio", { name: "Webhook" }).click();
  await expect(card.getByText("Invalid input")).toBeVisible();

  const act = async (action: string) => {
    await card.getByRole("button", { name: "Actions for evt_2", exact: true }).first().click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await act("Show payload");
  const payload = page.getByRole("dialog", { name: "Payload" });
  await expect(payload).toContainText('"title": "The button is gone"');
  expect(await findViolations(page, { within: '[role="dialog"]' }), "payload").toEqual([]);
  await page.keyboard.press("Escape");
  await card.getByRole("button", { name: "Webhook settings" }).click();
  await settings.getByLabel("Message").focus();
  await settings.getByRole("button", { name: /title The button is gone/ }).click();
  await expect(settings.getByLabel("Message")).toHaveValue("/issue/title");
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(settings).toBeHidden();
  await act("Run again");
  await expect(page.getByText("Run started.")).toBeVisible();
  await expect(card.getByText("Completed")).toHaveCount(2, { timeout: 20_000 });
  await card.getByRole("link", { name: "Session" }).first().click();
  await expect(page.getByText("The button is gone").first()).toBeVisible();
});
