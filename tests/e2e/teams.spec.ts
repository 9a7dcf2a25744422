import type { Page } from "@playwright/test";
import { expect, openTeam, test } from "../support/browser";
import { inviteBob, joinAsBob } from "../support/invite-bob";

const inviteRow = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
const memberRow = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = (page: Page) => page.getByRole("dialog");

test("invite, accept, a limited role, promote, see it live, remove: out within a second", async ({ page, browser }) => {
  const { slug } = await openTeam(page);
  const link = await inviteBob(page, slug, `bob-${slug}@example.test`);
  await expect(inviteRow(page, "Bob").getByText("Team Member")).toBeVisible();
  const bob = await joinAsBob(browser, link);
  // He reads which permission is missing and who can grant it.
  await bob.goto(`/${slug}/team`);
  await expect(bob.getByText('Missing permission "Delete Team". Ask Ada.')).toBeVisible();
  const invite = bob.getByRole("button", { name: "Invite" });
  await expect(invite).toHaveAttribute("aria-disabled", "true");

  await page.reload();
  await page.getByRole("link", { name: "Bob" }).click();
  await page.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "Team Admin" }).click();
  await page.getByRole("button", { name: "Review and save" }).click();
  const review = page.getByRole("alertdialog");
  await expect(review.getByText("Added")).toBeVisible();
  await expect(review.getByText("Team admin", { exact: true })).toBeVisible();
  await review.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Inherited from Team admin").first()).toBeVisible();
  await expect(invite).not.toHaveAttribute("aria-disabled", "true", { timeout: 3_000 });

  await page.goto(`/${slug}/team`);
  await page.getByRole("button", { name: "Actions for Bob" }).click();
  await page.getByRole("menuitem", { name: "Remove from team" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(memberRow(page, "Bob")).toHaveCount(0);
  await expect(bob.getByText("This team doesn't exist")).toBeVisible({ timeout: 1_500 });
  await bob.context().close();
});

test("the permission editor sets single bits, explains blocked ones and finds by a word", async ({ page, browser }) => {
  const { slug } = await openTeam(page);
  const bob = await joinAsBob(browser, await inviteBob(page, slug, `bob-${slug}@example.test`));
  await page.reload();
  await page.getByRole("link", { name: "Bob" }).click();
  for (const heading of ["Developer Permissions", "Account Permissions", "Org Permissions", "Team Permissions"])
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  await expect(page.locator('input[name="permission_bit_0"]')).toBeDisabled();
  await expect(page.getByText("Only the server administrator can set this.")).toBeVisible();
  await expect(page.locator('input[name="permission_bit_80"]')).toBeDisabled();
  await page.getByLabel("Search permissions").fill("models");
  await expect(page.locator('input[name="permission_bit_100"]')).toHaveCount(0);
  const all = page.getByRole("checkbox", { name: "Models", exact: true });
  await page.locator('input[name="permission_bit_115"]').check();
  await expect(all).toHaveJSProperty("indeterminate", true);
  await all.check();
  await expect(page.locator('input[name="permission_bit_125"]')).toBeChecked();
  await page.getByLabel("Search permissions").fill("");
  await expect(page.getByRole("combobox", { name: "Role" })).toHaveText("Custom");
  await page.getByRole("button", { name: "Review and save" }).click();
  await expect(page.getByRole("alertdialog").getByText("Edit models")).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("No changes yet.")).toBeVisible();
  await bob.goto(`/${slug}/model/add?type=demo`);
  await expect(bob.getByRole("button", { name: "Create model" })).not.toHaveAttribute("aria-disabled", "true");
  await bob.context().close();
});

test("the console is seen as a member, over links and reloads, and nothing can be changed meanwhile", async ({
  page,
  browser,
}) => {
  const { slug } = await openTeam(page);
  const bob = await joinAsBob(browser, await inviteBob(page, slug, `bob-${slug}@example.test`));
  await bob.context().close();
  await page.goto(`/${slug}/variable/add`);
  await page.getByLabel("Name").fill("region");
  await page.getByRole("button", { name: "Create variable" }).click();
  await expect(page.getByRole("link", { name: "region" })).toBeVisible();
  await page.goto(`/${slug}/team`);
  await page.getByRole("button", { name: "Actions for Bob" }).click();
  await page.getByRole("menuitem", { name: "View as this member" }).click();
  const banner = page.getByText("Viewing as Bob (read-only)");
  await expect(banner).toBeVisible();
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await expect(page.getByRole("button", { name: "Invite" })).toHaveAttribute("aria-disabled", "true");
  await page.reload();
  await expect(banner).toBeVisible();
  // What Bob may do is shown, and says beforehand that it cannot be done from here.
  await page.goto(`/${slug}/variable/add`);
  await page.getByLabel("Name").fill("customer");
  const add = page.getByRole("button", { name: "Create variable" });
  await expect(add).toHaveAttribute("aria-disabled", "true");
  const writes: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && writes.push(request.url()));
  await page.getByLabel("Name").press("Enter");
  await add.click({ force: true });
  await add.hover({ force: true });
  await expect(page.getByRole("tooltip", { name: "Viewing as Bob (read-only). Exit this view first." })).toBeVisible();
  // So do the menus of rows, but for what only opens a page.
  await page.goto(`/${slug}/variables`);
  await page.getByRole("button", { name: "Actions for region" }).click();
  await expect(page.getByRole("menuitem", { name: "Edit" })).not.toHaveAttribute("aria-disabled", "true");
  for (const name of ["Duplicate", "Delete"]) {
    const item = page.getByRole("menuitem", { name });
    await expect(item).toHaveAttribute("aria-disabled", "true");
    await expect(item).toHaveAccessibleDescription(/^Viewing as Bob \(read-only\)/);
    await item.click({ force: true });
  }
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.keyboard.press("Escape");
  expect(writes.filter((url) => !url.includes("/socket.io/"))).toEqual([]);
  await page.goto(`/${slug}/team`);
  await expect(banner).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Invite" })).not.toHaveAttribute("aria-disabled", "true");
  await page.reload();
  await expect(page.getByRole("button", { name: "Invite" })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await page.getByRole("link", { name: "Bob" }).click();
  await page.getByRole("link", { name: "View as this member" }).click();
  await page.getByRole("button", { name: "Exit" }).click();
  await expect(page).toHaveURL(`/${slug}/apps`);
  await expect(banner).toHaveCount(0);
});

test("an invite of somebody who may invite no more says so, and is sent again by who may", async ({
  page,
  browser,
}) => {
  const { slug } = await openTeam(page);
  const bob = await joinAsBob(browser, await inviteBob(page, slug, `bob-${slug}@example.test`));
  const setRole = async (role: string) => {
    await page.goto(`/${slug}/team`);
    await page.getByRole("link", { name: "Bob" }).click();
    await page.getByRole("combobox", { name: "Role" }).click();
    await page.getByRole("option", { name: role }).click();
    await page.getByRole("button", { name: "Review and save" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  };
  await setRole("Team Admin");
  await inviteBob(bob, slug, `carol-${slug}@example.test`);
  await setRole("Team Member");
  await page.goto(`/${slug}/team`);
  const row = page.getByRole("listitem").filter({ hasText: `carol-${slug}@example.test` });
  const why =
    "Bob can no longer grant this role, so the invitation can't be accepted. Renew the link in your own name.";
  await expect(row.getByText(why)).toBeVisible();
  await expect(row.getByText("Invalid", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Actions for carol-${slug}@example.test` }).click();
  // Without mail the new link is shown, as nobody is sent it.
  await page.getByRole("menuitem", { name: "Renew link" }).click();
  await expect(dialog(page).getByLabel("Invitation link")).toHaveValue(/\/verify\?token=mi_/);
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expect(row.getByText(why)).toHaveCount(0);
  await expect(row.getByText("Invited by Ada, ")).toBeVisible();
  await bob.context().close();
});

test("a team is renamed, keeps its sessions for some days, and is deleted by its name", async ({ page }) => {
  const { slug } = await openTeam(page);
  await page.getByRole("link", { name: "Organization", exact: true }).click();
  await page.getByRole("button", { name: "New team" }).click();
  await dialog(page).getByLabel("Name").fill("Second team");
  await dialog(page).getByRole("button", { name: "Create team" }).click();
  await page.waitForURL(/\/second-team-/);
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Research");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("button", { name: "Team: Research" })).toBeVisible();
  await expect(page.getByText("Session data is kept forever. This is the default.")).toBeVisible();
  await page.getByRole("radio", { name: "Custom" }).click();
  await page.getByLabel("Days").fill("30");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("is kept for 30 days")).toContainText("By default, it is kept forever.");
  await page.getByRole("button", { name: "Delete team" }).click();
  const confirm = page.getByRole("alertdialog");
  await expect(confirm.getByRole("button", { name: "Delete" })).toBeDisabled();
  await confirm.getByRole("textbox").fill("Research");
  await confirm.getByRole("button", { name: "Delete" }).click();
  await page.waitForURL("**/welcome");
  await expect(page.getByRole("button", { name: /My team/ }).last()).toBeVisible();
  await expect(page.getByText("Research")).toHaveCount(0);
  await page.goto(`/${slug}/apps`);
  await expect(page.getByRole("heading", { name: "Apps" })).toBeVisible();
});
