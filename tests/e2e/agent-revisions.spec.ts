import { findViolations } from "../support/axe";
import { expect, registerWithSample, test } from "../support/browser";

test("an agent's draft changes nothing until it is applied, and an earlier revision is brought back", async ({
  page,
}) => {
  const { slug } = await registerWithSample(page);
  await page.goto(`/${slug}/agents`);
  await page.getByRole("link", { name: "Muster guide" }).click();
  await page.getByLabel("Goal").fill("Answer in one sentence.");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await expect(page.getByText(/Draft saved .+ Revision 1 is used until the draft is applied/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Goal")).toHaveValue("Answer in one sentence.");

  await page.getByRole("link", { name: "Revisions" }).click();
  const revisions = page.getByRole("list", { name: "Revisions" }).getByRole("listitem");
  await expect(revisions).toHaveText([/^Draft/, /^Revision 1Applied/]);
  await expect(page.getByRole("heading", { name: "Goal" })).toBeVisible();
  await expect(page.getByLabel("Draft", { exact: true })).toContainText("Answer in one sentence.");
  expect(await findViolations(page)).toEqual([]);
  await revisions.first().getByRole("button", { name: "Apply" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(
    "It will become revision 2. New sessions of these apps will use the new revision:",
  );
  await expect(dialog.getByRole("listitem")).toHaveText(["Chat with the guideapp"]);
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(revisions).toHaveText([/^Revision 2Applied/, /^Revision 1/]);

  await revisions.last().getByRole("button", { name: "Revision 1" }).click();
  await revisions.last().getByRole("button", { name: "Apply" }).click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(revisions).toHaveText([/^Revision 3Applied/, /^Revision 2/, /^Revision 1/]);
  await page.getByRole("link", { name: "Compare" }).click();
  await page.getByLabel("Right revision").click();
  await page.getByRole("option", { name: "Revision 2" }).click();
  await page.getByLabel("Message to both revisions").fill("What is Muster?");
  await page.getByRole("button", { name: "Send to both revisions" }).click();
  for (const name of ["Left: Revision 3, applied", "Right: Revision 2"]) {
    const side = page.getByRole("region", { name, exact: true });
    await expect(side.getByText("What is Muster?")).toBeVisible();
    await expect(side.getByText(/tokens · /)).toBeVisible({ timeout: 20_000 });
  }
  expect(await findViolations(page), "comparison").toEqual([]);
  await page.getByRole("link", { name: "Definition" }).click();
  await expect(page.getByLabel("Goal")).not.toHaveValue("Answer in one sentence.");
});
