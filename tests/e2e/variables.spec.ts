import { composer, expect, openSample, test, thread } from "../support/browser";

test("a variable is made, offered in a prompt, asked for and filled in", async ({ page }) => {
  const slug = await openSample(page);
  await page.getByRole("link", { name: "Variables" }).click();
  await page.getByRole("link", { name: "New variable" }).first().click();
  await page.getByLabel("Name").fill("two words");
  await page.getByLabel("Value").fill("Bern");
  await page.getByRole("button", { name: "Create variable" }).click();
  await expect(page.getByText("Names can't contain spaces or braces.")).toBeVisible();
  await page.getByLabel("Name").fill("city");
  await page.getByRole("button", { name: "Create variable" }).click();
  await page.waitForURL(`**/${slug}/variables`);
  await expect(page.getByRole("link", { name: "city" })).toBeVisible();

  await page.goto(`/${slug}/agents`);
  await page.getByRole("link", { name: "Muster guide" }).click();
  const goal = page.getByLabel("Goal");
  await goal.fill("");
  await goal.pressSequentially("Help people in {ci");
  await expect(page.getByRole("option", { name: "{city}" })).toHaveAttribute("aria-selected", "true");
  await goal.press("Enter");
  await expect(goal).toHaveValue("Help people in {city}");
  await goal.pressSequentially(" who are {customer}");
  await expect(page.getByText("No variable named {customer}, so it isn't replaced.")).toBeVisible();
  await expect(page.getByText("{customer}", { exact: true })).toHaveCSS("text-decoration-style", "wavy");
  const [added] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Create customer" }).click(),
  ]);
  await expect(added.getByLabel("Name")).toHaveValue("customer");
  await added.getByLabel("Description").fill("Who asks");
  await added.getByRole("button", { name: "Create variable" }).click();
  await added.waitForURL(`**/${slug}/variables`);
  await added.close();
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.waitForURL(`**/${slug}/agents`);

  await page.goto(`/${slug}/apps`);
  await page.getByRole("link", { name: "Chat with the guide" }).click();
  await page.getByRole("button", { name: "New session" }).click();
  await page.waitForURL(/\/session\/session_/);
  await expect(page.getByText("Who asks")).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Enter a value for customer.")).toBeVisible();
  await page.getByLabel("customer").fill("Grace");
  await page.getByRole("button", { name: "Continue" }).click();
  await composer(page).fill("Hello");
  await composer(page).press("Enter");
  await expect(thread(page).getByText("I'm Muster's offline demo model").first()).toBeVisible({ timeout: 15_000 });
  await page.getByRole("link", { name: "Trace" }).click();
  await expect(page.getByText("Help people in Bern who are Grace").first()).toBeVisible({ timeout: 15_000 });

  await page.goto(`/${slug}/variables`);
  await page.getByRole("button", { name: /city/ }).first().click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog").getByText("Muster guide")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
});

test("the list behind a brace is closed by Escape, chosen from by touch and left alone where nothing fits", async ({
  page,
}) => {
  const slug = await openSample(page);
  for (const name of ["city", "country"]) {
    await page.goto(`/${slug}/variable/add?name=${name}`);
    await page.getByRole("button", { name: "Create variable" }).click();
    await page.waitForURL(`**/${slug}/variables`);
  }
  await page.goto(`/${slug}/variable/add?name=token`);
  await page.getByLabel("Secret").click();
  await page.getByLabel("Value").fill("never-shown-again");
  await page.getByRole("button", { name: "Create variable" }).click();
  await page.waitForURL(`**/${slug}/variables`);
  await expect(page.getByText("••••gain")).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/${slug}/agent/add`);
  const role = page.getByLabel("Role");
  await role.pressSequentially("a {");
  await expect(page.getByRole("option")).toHaveCount(2);
  await expect(
    page.getByText("2 variables. Use the arrow keys to choose, Enter to insert, Escape to close."),
  ).toBeAttached();
  await expect(page.locator('[role="option"][aria-selected="true"]')).toHaveCount(0);
  await role.press("ArrowUp");
  await expect(page.getByRole("option", { name: "{country}" })).toHaveAttribute("aria-selected", "true");
  await role.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
  await role.pressSequentially("co");
  await page.getByRole("option", { name: "{country}" }).click();
  await expect(role).toHaveValue("a {country}");
  await expect(role).toBeFocused();
  await role.pressSequentially(" {nothing");
  await expect(page.getByText("No matching variables.").first()).toBeVisible();
  await role.press("Enter");
  await role.pressSequentially("x {token}");
  await expect(role).toHaveValue("a {country} {nothing\nx {token}");
  await expect(page.getByText("{token} is secret and can't be used in a prompt.")).toBeVisible();
});
