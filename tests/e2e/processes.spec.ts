import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe";
import { expect, openSample, registerWithSample, test } from "../support/browser";
import { countInteractions } from "../support/interactions";

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole("option", { name: option }).click();
}

async function addTask(page: Page, slug: string, name: string, more: () => Promise<void>): Promise<void> {
  await page.goto(`/${slug}/task/add`);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByLabel("Description").fill(`${name}: plan a trip along the coast.`);
  await page.getByLabel("Expected output").fill("A short text.");
  await choose(page, "Agent", /Muster guide/);
  await more();
  await page.getByRole("button", { name: "Create task" }).click();
  await page.waitForURL(`**/${slug}/tasks`);
}

test("a process of three tasks is built, asks for input, and gives its file", async ({ page }) => {
  test.setTimeout(180_000);
  page.setDefaultTimeout(15_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { slug } = await registerWithSample(page);
  await page.goto(`/${slug}/tasks`);
  await expect(page.getByText("A task is a piece of work for an agent.")).toBeVisible();

  await addTask(page, slug, "Research", async () => {});
  await addTask(page, slug, "Decide", async () => {
    await page.getByLabel("Require human input").click();
    const field = async (number: number, label: string) => {
      await page.getByRole("button", { name: "Add field" }).click();
      await page.getByRole("textbox", { name: "Label", exact: true }).nth(number).fill(label);
    };
    await field(0, "Town");
    await field(1, "Nights");
    const order = () =>
      page.getByRole("button", { name: /^Move / }).evaluateAll((all) => all.map((one) => one.ariaLabel));
    // With the keyboard alone.
    await page.getByRole("button", { name: "Move Nights", exact: true }).focus();
    await page.keyboard.press("Space");
    await expect(page.getByText("Nights is at position 2 of 2")).toHaveCount(1);
    await page.keyboard.press("ArrowUp");
    await expect(page.getByText(/Nights is at position 1 of 2/)).toHaveCount(1);
    await page.keyboard.press("Space");
    await expect.poll(order).toEqual(["Move Nights", "Move Town"]);
    expect(await findViolations(page), "task form").toEqual([]);
  });
  await addTask(page, slug, "Report", async () => {
    await choose(page, "Context", /Research/);
    await choose(page, "Context", /Decide/);
    await page.getByLabel("Save as a file").click();
    await page.getByLabel("File name").fill("trip.md");
  });
  expect(await findViolations(page), "list").toEqual([]);

  await page.goto(`/${slug}/app/add`);
  await page.getByRole("radio", { name: "Blank process" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Trip planner");
  const cards = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Move / }) });
  const pick = async (name: string) => {
    await page
      .getByRole("combobox", { name: "Choose a task" })
      .or(page.getByText("Choose a task", { exact: true }))
      .click();
    await page.getByRole("option", { name: new RegExp(name) }).click();
  };
  await pick("Report");
  await expect(cards.first().getByText(/Move (it|them) before this task/)).toBeVisible();
  await pick("Research");
  await pick("Decide");
  await expect(cards).toHaveCount(3);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Put each task after the tasks it depends on.", { exact: true })).toBeVisible();
  await expect(cards.first().getByText("Muster guide").first()).toBeVisible();
  // With the keyboard alone: to the last place, after Decide.
  await page.getByRole("button", { name: "Move Report", exact: true }).focus();
  for (const key of ["Space", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "Space"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(300);
  }
  await expect(cards.last().getByText("Report")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cards.first().getByText("Report")).toBeVisible();
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(cards.last().getByText("Report")).toBeVisible();
  await expect(page.getByText(/Move (it|them) before this task/)).toHaveCount(0);
  expect(await findViolations(page), "wizard").toEqual([]);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Create app" }).click();
  await expect(page.getByRole("button", { name: "Start process" })).toBeVisible();
  await page.getByRole("link", { name: "Open app" }).click();
  await page.getByRole("button", { name: "New session" }).click();
  await page.waitForURL(/\/session\/session_/);

  const ahead = page.getByRole("region", { name: "Tasks" });
  await expect(ahead.getByText("3 tasks, human input")).toBeVisible();
  await expect(ahead.getByText(/^Muster guide · /)).toHaveCount(3);
  await expect(ahead.getByText("Human input Nights · Town")).toBeVisible();
  await expect(ahead.getByText("Depends on Research, Decide")).toBeVisible();
  expect(await findViolations(page), "before its start").toEqual([]);
  await page.getByRole("button", { name: "Start process" }).click();
  const picture = page.getByRole("region", { name: "Process" });
  await expect(picture.getByText("Needs response")).toBeVisible({ timeout: 20_000 });
  await expect(picture.getByText("1 of 3 tasks completed")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("Needs response")).toHaveCount(2, { timeout: 20_000 });
  const form = page.getByRole("group", { name: "Decide", exact: true });
  await expect(form.getByText("Decide: plan a trip along the coast.")).toBeVisible();
  await expect(form.getByText("A short text.")).toBeVisible();
  expect(await findViolations(page), "form").toEqual([]);
  await page.reload();
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page.getByText("This field is required.").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Town" }).fill("Bergen");
  await page.getByRole("textbox", { name: "Nights" }).fill("3");
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(picture.getByText("3 of 3 tasks completed")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("This process is complete.")).toBeVisible();
  await expect(page.getByText("Ada completed the form for Decide.")).toBeVisible();
  expect(await findViolations(page), "finished").toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    picture.getByRole("link", { name: "trip.md" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("trip.md");
  expect(await readFile(await file.path(), "utf8")).toContain("Offline demo model");

  await page.getByRole("link", { name: "Trace" }).click();
  const steps = page.getByRole("region", { name: "Steps" });
  const row = steps.getByRole("button", { name: /^Task: Report/ });
  await expect(row).toBeVisible();
  await expect(steps.getByRole("button", { name: /Model call/ })).toHaveCount(3);
  await expect(picture.getByText("3 of 3 tasks completed")).toBeVisible();
  await picture.getByRole("button", { name: /^Report/ }).click();
  await expect(row).toBeFocused();
  await expect(
    page.getByRole("complementary", { name: "Step", exact: true }).getByText("trip.md", { exact: true }),
  ).toBeVisible();
  expect(await findViolations(page), "trace").toEqual([]);
  // What the address names is chosen again.
  await page.reload();
  await expect(row).toHaveAttribute("aria-current", "true");
});

test("a process that a manager leads shows its picture before, after and in its trace", async ({ page }) => {
  test.setTimeout(90_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const slug = await openSample(page);
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === "muster_session")?.value ?? "";
  const headers = { authorization: `Bearer ${token}` };
  const read = async (path: string) => (await page.request.get(`/${slug}/${path}`, { headers })).json();
  const send = async (path: string, data: object): Promise<string> => {
    const answer = await page.request.post(`/${slug}/forms/${path}`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json())._id;
  };
  const [agent, model] = [(await read("agents.json")).agents[0], (await read("models.json?modelType=llm")).models[0]];
  const task = { description: "Look around the harbour", expectedOutput: "A list" };
  const taskIds = [
    await send("task/add", { ...task, name: "Look" }),
    await send("task/add", { ...task, name: "Tell" }),
  ];
  const appId = await send("app/add", {
    name: "Harbour",
    type: "process",
    sharingMode: "team",
    taskIds,
    agentIds: [agent._id],
    process: "hierarchical",
    managerModelId: model._id,
  });
  const sessionId = await send("session/add", { id: appId });
  await page.goto(`/${slug}/session/${sessionId}`);
  const ahead = page.getByRole("region", { name: "Tasks" });
  await expect(ahead.getByText("Hierarchical (manager agent)")).toBeVisible();
  await expect(ahead.getByText(`Delegates to ${agent.name}.`)).toBeVisible();
  await expect(ahead.getByText(`Manager · ${model.name}`)).toHaveCount(2);
  await page.getByRole("button", { name: "Start process" }).click();
  const picture = page.getByRole("region", { name: "Process" });
  await expect(picture.getByText("2 of 2 tasks completed")).toBeVisible({ timeout: 20_000 });
  await page.getByRole("link", { name: "Trace" }).click();
  const steps = page.getByRole("region", { name: "Steps" });
  await expect(steps.getByRole("button", { name: /^Task: Tell/ })).toBeVisible();
  await expect(picture.getByText("Hierarchical (manager agent)")).toBeVisible();
  await picture.getByRole("button", { name: /^Tell/ }).click();
  await expect(steps.getByRole("button", { name: /^Task: Tell/ })).toBeFocused();
});

test("a process of three tasks with a form and a schedule takes 22 interactions", async ({ page }) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { slug } = await registerWithSample(page);
  await page.goto(`/${slug}/apps`);
  const person = countInteractions();
  await person.do(page.getByRole("link", { name: "New app" }).first().click());
  await person.do(page.getByRole("radio", { name: "Blank process" }).click());
  await person.do(page.getByRole("button", { name: "Continue" }).click());
  await person.do(page.getByRole("textbox", { name: "Name", exact: true }).fill("Weekly report"));
  const cards = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Move / }) });
  const line = page.getByRole("textbox", { name: "Create a task" });
  for (const [i, text] of ["Collect the figures", "Comment on them", "Write the report"].entries()) {
    await person.do(line.fill(text));
    await person.do(page.keyboard.press("Enter"));
    await expect(cards).toHaveCount(i + 1);
  }
  await expect(cards.last().getByText("Depends on Comment on them")).toBeVisible();
  await person.do(page.getByRole("button", { name: "2. Comment on them" }).click());
  const sheet = page.getByRole("dialog", { name: "Edit task" });
  await person.do(sheet.getByLabel("Require human input").click());
  await person.do(sheet.getByRole("button", { name: "Add field" }).click());
  await person.do(sheet.getByRole("textbox", { name: "Label", exact: true }).fill("Comment"));
  expect(await findViolations(page), "task in the app").toEqual([]);
  await person.do(sheet.getByRole("button", { name: "Save" }).click());
  await expect(cards.nth(1).getByText("Form with 1 field")).toBeVisible();
  expect(await findViolations(page), "editor").toEqual([]);
  await person.do(page.getByRole("button", { name: "Continue" }).click());
  await person.do(page.getByRole("button", { name: "Create app" }).click());
  await person.do(page.getByRole("link", { name: "Open app" }).click());
  await person.do(page.getByRole("link", { name: "Edit" }).click());
  // The form keeps its state when the preview moves into a sheet.
  await line.fill("Not created yet");
  await page.setViewportSize({ width: 900, height: 900 });
  await expect(page.getByRole("button", { name: "Preview" })).toBeVisible();
  await expect(line).toHaveValue("Not created yet");
  await page.setViewportSize({ width: 1_440, height: 900 });
  await line.clear();
  await person.do(page.getByLabel("Frequency").click());
  await person.do(page.getByRole("option", { name: "Every week" }).click());
  await expect(page.getByRole("region", { name: "Next runs" }).getByRole("listitem")).toHaveCount(3);
  await person.do(page.getByRole("button", { name: "Save and apply" }).click());
  await expect(page.getByText(/^Every week on Monday at 09:00/)).toBeVisible();
  expect(person.count).toBeLessThanOrEqual(22);
});
