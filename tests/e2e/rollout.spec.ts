import { findViolations } from "../support/axe";
import { expect, post, registerWithSample, test } from "../support/browser";

test("a draft is rolled out to a percentage of new sessions, compared and applied to all", async ({ page }) => {
  const { slug, token, appId } = await registerWithSample(page);
  await page.goto(`/${slug}/agents`);
  await page.getByRole("link", { name: "Muster guide" }).click();
  await page.getByLabel("Goal").fill("Answer in one sentence.");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await expect(page.getByText(/Draft saved .+ by Ada/)).toBeVisible();
  await page.getByRole("link", { name: "Revisions" }).click();
  const revisions = page.getByRole("list", { name: "Revisions" }).getByRole("listitem");
  await revisions.first().getByRole("button", { name: "Roll out…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(
    "It will become revision 2. A percentage of new sessions of these apps will use it:",
  );
  await expect(dialog.getByRole("listitem")).toHaveText(["Chat with the guideapp"]);
  await dialog.getByLabel("Percentage of new sessions").click();
  await page.getByRole("option", { name: "100%" }).click();
  await dialog.getByLabel("Version note").fill("Shorter");
  expect(await findViolations(page), "dialog").toEqual([]);
  await dialog.getByRole("button", { name: "Roll out" }).click();
  await expect(revisions).toHaveText([/^Revision 2Rolling outShorter/, /^Revision 1Applied/]);

  await expect(page.getByText("Rollout started.")).toBeVisible();

  const panel = page.getByRole("region", { name: "Rollout", exact: true });
  await expect(panel).toContainText("Revision 2 is used by 100% of new sessions. Started");
  const { _id } = await post<{ _id: string }>(page, `/${slug}/forms/session/add`, { id: appId }, token);
  await post(page, `/${slug}/forms/session/${_id}/start`, { message: "What is Muster?" }, token);
  await page.reload();
  await expect(panel.getByRole("row")).toHaveText([
    "Since the rollout startedRevision 1, appliedRevision 2, rolling out",
    "Sessions01",
    "Good answers00",
    "Bad answers00",
    "Failed sessions00",
    /^Cost per session–/,
  ]);
  await expect(revisions.first().getByRole("button", { name: "Roll out…" })).toHaveCount(0);
  expect(await findViolations(page), "panel").toEqual([]);

  await panel.getByRole("button", { name: "Change percentage" }).click();
  await dialog.getByLabel("Percentage of new sessions").click();
  await page.getByRole("option", { name: "25%" }).click();
  await dialog.getByRole("button", { name: "Change percentage" }).click();
  await expect(page.getByText("Percentage changed.")).toBeVisible();
  await expect(panel).toContainText("Revision 2 is used by 25% of new sessions.");
  await page.getByRole("link", { name: "Definition" }).click();
  await expect(
    page.getByText(/Revision 2 is used by 25% of new sessions\. Applying changes ends its rollout/),
  ).toBeVisible();
  await page.getByRole("link", { name: "Revisions" }).click();

  await panel.getByRole("button", { name: "Apply to all" }).click();
  const confirm = page.getByRole("alertdialog");
  await expect(confirm).toContainText("Apply revision 2 to all new sessions?");
  await confirm.getByRole("button", { name: "Apply to all" }).click();
  await expect(revisions).toHaveText([/^Revision 2AppliedShorter/, /^Revision 1/]);
  await expect(panel).toHaveCount(0);

  await revisions.last().getByRole("button", { name: "Revision 1" }).click();
  await revisions.last().getByRole("button", { name: "Roll out…" }).click();
  await dialog.getByRole("button", { name: "Roll out" }).click();
  await expect(panel).toContainText("Revision 1 is used by 10% of new sessions.");
  await panel.getByRole("button", { name: "End rollout" }).click();
  await expect(confirm).toContainText(
    "New sessions will use revision 2. Sessions that started with revision 1 keep using it.",
  );
  await confirm.getByRole("button", { name: "End rollout" }).click();
  await expect(panel).toHaveCount(0);
});

test("a process's draft is rolled out on a narrow screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { slug, token } = await registerWithSample(page);
  const answer = await page.request.get(`/${slug}/agents.json`);
  const { agents } = (await answer.json()) as { agents: { _id: string }[] };
  const task = { name: "Report", description: "Plan.", expectedOutput: "A text.", agentId: agents[0]?._id };
  const { _id: taskId } = await post<{ _id: string }>(page, `/${slug}/forms/task/add`, task, token);
  const app = { name: "Trip", type: "process", sharingMode: "team", taskIds: [taskId] };
  const { _id } = await post<{ _id: string }>(page, `/${slug}/forms/app/add`, app, token);
  await post(page, `/${slug}/forms/app/${_id}/edit`, { draft: true, fullOutput: true }, token);
  await page.goto(`/${slug}/app/${_id}/edit?tab=revisions`);
  await page.getByRole("button", { name: "Roll out…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("It will become revision 2. A percentage of new sessions will use it.");
  await dialog.getByRole("button", { name: "Roll out" }).click();
  const panel = page.getByRole("region", { name: "Rollout", exact: true });
  await expect(panel).toContainText("Revision 2 is used by 10% of new sessions. Started");
  await expect(panel.getByRole("row")).toHaveCount(6);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isWide).toBe(false);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Definition" }).click();
  await expect(page.getByText("Applying changes ends its rollout", { exact: false })).toBeVisible();
});
