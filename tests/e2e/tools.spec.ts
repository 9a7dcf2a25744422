import { findViolations } from "../support/axe";
import { expect, registerWithSample, takeOfflineEmbeddings, test } from "../support/browser";

test("a tool is made for a connection, given to an agent, and its deletion names the agent", async ({ page }) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { slug } = await registerWithSample(page);
  await page.goto(`/${slug}/tools`);
  await expect(page.getByText("search_muster_guide", { exact: true })).toBeVisible();
  await page.goto(`/${slug}/connections/add?source=file#step2`);
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("The quay closes at 22:00.") });
  await page.getByRole("button", { name: "Continue" }).click();
  await takeOfflineEmbeddings(page);
  await page.getByRole("button", { name: "Upload file" }).click();
  await page.waitForURL(/\/datasource\/datasource_/);

  await page.goto(`/${slug}/tools`);
  await expect(page.getByText("search_notes", { exact: true })).toBeVisible();
  expect(await findViolations(page), "list").toEqual([]);
  await page.getByRole("link", { name: "New tool" }).click();
  expect(await findViolations(page), "kinds").toEqual([]);
  await page.getByRole("link", { name: /^Search/ }).click();
  await page.getByRole("button", { name: "Create tool" }).click();
  await expect(page.getByText("Enter a name.", { exact: true })).toBeVisible();
  await expect(page.getByText("Choose a data source.", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Notes by date");
  await page.getByLabel("Function name").fill("search_notes");
  await page.getByLabel("Data source").click();
  await page.getByRole("option", { name: /notes/ }).click();
  await page.getByLabel("Time-weighted").click();
  expect(await findViolations(page), "form").toEqual([]);
  await page.getByRole("button", { name: "Create tool" }).click();
  await expect(page.getByText("Your team already has a tool named search_notes.")).toBeVisible();
  await page.getByLabel("Function name").fill("search_notes_by_date");
  await page.getByRole("button", { name: "Create tool" }).click();
  await page.waitForURL(/\/tool\/tool_/);
  await page.goto(`/${slug}/tools`);
  await expect(page.getByText("search_notes_by_date")).toBeVisible();

  await page.goto(`/${slug}/agents`);
  await page.getByRole("link", { name: "Muster guide" }).click();
  await page.getByLabel("Knowledge", { exact: true }).click();
  await page.getByRole("option", { name: /Notes by date/ }).click();
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.waitForURL(`**/${slug}/agents`);

  await page.goto(`/${slug}/tools`);
  await page.getByRole("button", { name: "Actions for Notes by date" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog").getByText("Muster guide")).toBeVisible();
  expect(await findViolations(page), "deletion").toEqual([]);
  await page.getByRole("button", { name: "Delete anyway" }).click();
  await expect(page.getByText("search_notes_by_date")).toHaveCount(0);
});

test("a tool is written, tried, broken in a second revision, and brought back", async ({ page }) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const write = async (label: string, text: string) => {
    await page.getByRole("textbox", { name: label, exact: true }).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(text);
  };
  const { slug } = await registerWithSample(page);
  await page.goto(`/${slug}/tool/add?type=function`);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Postage");
  // The arguments follow every renaming.
  for (const name of ["person", "name"]) {
    await page.getByLabel("Name of parameter 1").fill(name);
    await expect(page.getByRole("textbox", { name: "Arguments", exact: true })).toContainText(`"${name}"`);
  }
  await write("Code", "export default async ({ name }) => { console.log('asked'); return { hello: name }; };");
  await write("Arguments", '{ "name": "Grace" }');
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("status").getByText('"hello": "Grace"')).toBeVisible();
  expect(await findViolations(page), "a new function").toEqual([]);
  await page.getByRole("button", { name: "Create tool" }).click();
  await page.waitForURL(/\/tool\/tool_/);

  await write("Arguments", '{ "name": "Ada" }');
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("Succeeded")).toBeVisible();
  await expect(page.getByRole("status").getByText('"hello": "Ada"')).toBeVisible();
  await expect(page.getByText("asked", { exact: true })).toBeVisible();
  await page.getByLabel("Name of the saved arguments").fill("Ada");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Arguments saved.")).toBeVisible();
  // No message lies over what one wants to press next.
  for (const width of [1_440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(500);
    const message = await page.locator(".Toastify__toast").last().boundingBox();
    const save = await page.getByRole("button", { name: "Save and apply" }).boundingBox();
    if (!message || !save) throw new Error("The message or the button is missing.");
    const isBeside = save.x + save.width <= message.x;
    expect(isBeside || message.y + message.height <= save.y).toBe(true);
  }
  await page.setViewportSize({ width: 1_440, height: 900 });

  await write("Code", "export default async (");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await expect(page.getByText(/^Line 1: /)).toBeVisible();
  // What is wrong is in view, and stays in hand while it is mended.
  await expect(page.getByRole("textbox", { name: "Code", exact: true })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("a) => a");
  await expect(page.getByText(/^Line 1: /)).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Code", exact: true })).toContainText("export default async (a) => a");
  await write("Code", "export default async () => { throw new Error('out of stamps'); };");
  await page.getByLabel("Version note").fill("Breaks it");
  await page.getByRole("button", { name: "Save and apply" }).click();
  const review = page.getByRole("dialog", { name: "Apply revision 2?" });
  await review.getByRole("button", { name: "Run both" }).click();
  await expect(review.getByText("1 of 1 result differs.")).toBeVisible();
  await expect(page.getByText("revision 1 applied")).toBeVisible();
  expect(await findViolations(page), "review").toEqual([]);
  await review.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("revision 2 applied")).toBeVisible();

  await page.getByRole("link", { name: /^Revisions/ }).click();
  await expect(page.getByText("Breaks it")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Revision 2, applied" })).toContainText("out of stamps");
  await expect(page.getByRole("textbox", { name: "Revision 1", exact: true })).toContainText("hello");
  await page.getByRole("button", { name: "Run both" }).click();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await expect(page.getByText("1 of 1 result differs.")).toBeVisible();
  await expect(page.getByText(/out of stamps/).last()).toBeVisible();
  expect(await findViolations(page), "revisions").toEqual([]);
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("revision 1 applied")).toBeVisible();

  await page.getByRole("link", { name: "Definition" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("Failed")).toHaveCount(0);
  await expect(page.getByText("Succeeded")).toBeVisible();
});
