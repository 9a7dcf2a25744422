import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe";
import { ask, expect, openSample, test, thread } from "../support/browser";

/** Calls of the API as whoever is signed in. */
async function api(page: Page, slug: string) {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === "muster_session")?.value ?? "";
  const headers = { authorization: `Bearer ${token}` };
  return {
    async read<T>(path: string): Promise<T> {
      return (await (await page.request.get(`/${slug}/${path}`, { headers })).json()) as T;
    },
    async send<T>(path: string, data: object): Promise<T> {
      const answer = await page.request.post(`/${slug}/forms/${path}`, { headers, data });
      expect(answer.status(), await answer.text()).toBe(200);
      return (await answer.json()) as T;
    },
  };
}

const pay = {
  name: "Pay",
  type: "function",
  description: "Pays an amount",
  requireApproval: true,
  repeatable: false,
  definition: {
    language: "javascript",
    code: "export default async ({ amount }) => 'paid ' + amount;",
    parameters: { type: "object", properties: { amount: { type: "number", description: "In euros" } } },
  },
};

test("an approval is edited and given from another browser, and the run goes on in the first", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const slug = await openSample(page);
  const { read, send } = await api(page, slug);
  const { _id: toolId } = await send<{ _id: string }>("tool/add", pay);
  const { agents } = await read<{ agents: { _id: string }[] }>("agents.json");
  await send(`agent/${agents[0]?._id}/edit`, { toolIds: [toolId] });

  await ask(page, "pay 40");
  const card = page.getByRole("group", { name: /wants to call pay/ });
  await expect(card).toBeVisible({ timeout: 15_000 });
  await expect(card.getByLabel("amount")).toHaveValue("40");
  await expect(page.getByRole("button", { name: "Waiting for approval: pay" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const inbox = await other.newPage();
  await inbox.goto(`/${slug}/apps`);
  await inbox.getByRole("link", { name: "Inbox: 1 waiting for your response" }).click();
  await expect(inbox.getByRole("heading", { name: "Inbox" })).toBeVisible();
  const asked = inbox.getByRole("group", { name: /wants to call pay/ });
  await asked.getByLabel("amount").fill("4");
  expect(await findViolations(inbox)).toEqual([]);
  await asked.getByRole("button", { name: "Approve with changes" }).click();
  await expect(inbox.getByText("You're all caught up.")).toBeVisible();
  await other.close();

  await expect(thread(page).getByText("Ada approved the call to pay with changed arguments.")).toBeVisible();
  await expect(page.getByText("Your turn")).toBeVisible({ timeout: 15_000 });
  await expect(card).toHaveCount(0);
});

test("a form is filled in from the inbox, and the process comes to its end", async ({ page }) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const slug = await openSample(page);
  const { read, send } = await api(page, slug);
  const { agents } = await read<{ agents: { _id: string }[] }>("agents.json");
  const { _id: taskId } = await send<{ _id: string }>("task/add", {
    name: "Book a room",
    description: "Book it",
    expectedOutput: "A booking",
    agentId: agents[0]?._id,
    requiresHumanInput: true,
    formFields: [{ name: "city", label: "Which city?", type: "string", required: true }],
  });
  const app = { name: "Booking", type: "process", sharingMode: "team", taskIds: [taskId], agentIds: [] };
  const { _id: appId } = await send<{ _id: string }>("app/add", app);
  const { _id: sessionId } = await send<{ _id: string }>("session/add", { id: appId });
  await send(`session/${sessionId}/start`, {});

  await page.goto(`/${slug}/inbox`);
  const form = page.getByRole("group", { name: "Book a room" });
  await expect(form.getByText("Book it", { exact: true })).toBeVisible();
  await expect(form.getByText("A booking", { exact: true })).toBeVisible();
  await form.getByRole("button", { name: "Submit" }).click();
  await expect(form.getByText("This field is required.")).toBeVisible();
  await form.getByLabel("Which city?").fill("Oslo");
  expect(await findViolations(page)).toEqual([]);
  await form.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("You're all caught up.")).toBeVisible();
  await page.goto(`/${slug}/session/${sessionId}`);
  await expect(page.getByText("Ada completed the form for Book a room.")).toBeVisible({ timeout: 15_000 });
});

test("an app is given a schedule, which its page shows", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const slug = await openSample(page);
  const { read } = await api(page, slug);
  const { apps } = await read<{ apps: { _id: string }[] }>("apps.json");
  await page.goto(`/${slug}/app/${apps[0]?._id}/edit`);
  await page.getByLabel("Frequency").click();
  await page.getByRole("option", { name: "Every week" }).click();
  await page.getByRole("button", { name: "Thursday" }).click();
  await page.getByLabel("Time", { exact: true }).fill("07:30");
  await page.getByLabel("Time zone").click();
  await page.getByPlaceholder("Search").fill("tokyo");
  await page.getByRole("option", { name: "Asia/Tokyo" }).click();
  const next = page.getByRole("region", { name: "Next runs" }).getByRole("listitem");
  await expect(next).toHaveCount(3);
  await expect(next.first()).toContainText(/^(Mon|Thu), .+7:30.+GMT\+9/);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter a message for the agent.")).toBeVisible();
  await page.getByLabel("Message to the agent").fill("What is new?");
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/app\/app_\w+$/);
  await expect(page.getByText("Every week on Monday and Thursday at 07:30 (Asia/Tokyo) as Ada")).toBeVisible();
});
