import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import type { Session } from "@/lib/contract/sessions/schemas";
import { expect, password, registerWithSample, test } from "../support/browser";
import { docxOf, heading, paragraph } from "../support/knowledge/docx";
import { pdfOf } from "../support/knowledge/pdf";

test.use({
  viewport: { width: 1_280, height: 800 },
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
});

/** Writes a picture of the page to `public/guide`. */
async function takePicture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle");
  const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
  writeFileSync(`public/guide/${name}.png`, await sharp(picture).png({ palette: true, effort: 10 }).toBuffer());
}

const lease = pdfOf(
  [
    [{ text: "Lease of the boathouse", size: 18 }, { text: "The lease runs for nine years." }],
    [{ text: "Deposit", size: 18 }, { text: "The tenant leaves a deposit of 4,500 euros with the landlord." }],
  ],
  { title: "Lease" },
);
const handbook = docxOf(
  heading("Lifeboat drill", 1) + paragraph("The lifeboat drill takes place on the first Saturday of every month."),
  { title: "Handbook" },
);

const postage = {
  name: "Postage",
  type: "function",
  description: "Calculates the shipping cost of a package. Use it for every question about shipping costs.",
  requireApproval: false,
  repeatable: true,
  definition: {
    language: "javascript",
    code: `export default async ({ weight }, { log }) => {
  log(\`Package of \${weight} kg\`);
  return { dollars: weight <= 2 ? 6.5 : 6.5 + (weight - 2) * 1.2 };
};
`,
    parameters: {
      type: "object",
      properties: { weight: { type: "number", description: "In kilograms" } },
      required: ["weight"],
    },
  },
};

test("the guides get their pictures", async ({ page, browser }) => {
  test.setTimeout(300_000);
  const { slug, token, appId, email } = await registerWithSample(page, "Ada", "ada@example.com");
  const headers = { authorization: `Bearer ${token}` };
  const read = async <T>(path: string) => (await (await page.request.get(`/${slug}/${path}`, { headers })).json()) as T;
  const send = async (path: string, body: { data: object } | { multipart: FormData }) => {
    const response = await page.request.post(path, { headers, ...body });
    expect(response.status(), await response.text()).toBe(200);
    return (await response.json()) as { _id: string; toolId: string; link: string; preview: { fingerprint: string } };
  };
  const post = (path: string, data: object) => send(`/${slug}/forms/${path}`, { data });
  const settled = async (id: string) => {
    const status = async () => (await read<{ session: Session }>(`session/${id}.json`)).session.lastRun?.status;
    await expect.poll(status, { timeout: 20_000 }).toMatch(/completed|waiting/);
  };
  const sessionOf = async (app: string, message: object) => {
    const { _id } = await post("session/add", { id: app });
    await post(`session/${_id}/start`, message);
    await settled(_id);
    return _id;
  };

  await page.goto(`/${slug}/session/${await sessionOf(appId, { message: "What is 17 * 23?" })}`);
  await expect(page.getByText("391").last()).toBeVisible();
  await takePicture(page, "first-agent");

  await page.goto(`/${slug}/model/add?type=anthropic`);
  await page.getByLabel("API key").fill("a-key-from-Anthropic");
  await takePicture(page, "own-model");

  const embedding = { name: "Offline embeddings", type: "demo", model: "demo-embed", modelType: "embedding" };
  const { _id: embeddingModelId } = await post("model/add", embedding);
  const upload = new FormData();
  upload.append("name", "Boathouse");
  upload.append("description", "Lease and safety handbook of the boathouse");
  upload.append("embeddingModelId", embeddingModelId);
  upload.append("file", new File([new Uint8Array(lease)], "lease.pdf", { type: "application/pdf" }));
  upload.append("file", new File([new Uint8Array(handbook)], "handbook.docx"));
  const { _id: datasourceId, toolId } = await send(`/${slug}/forms/datasource/upload`, { multipart: upload });
  await page.goto(`/${slug}/datasource/${datasourceId}`);
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 60_000 });
  await takePicture(page, "knowledge");

  const { agents } = await read<{ agents: { _id: string }[] }>("agents.json");
  await post(`agent/${agents[0]?._id}/edit`, { toolIds: [toolId] });
  await page.goto(`/${slug}/session/${await sessionOf(appId, { message: "How large is the deposit of the tenant?" })}`);
  await expect(page.getByText(/4,500 euros/).last()).toBeVisible();
  await takePicture(page, "knowledge-answer");

  const { _id: functionId } = await post("tool/add", postage);
  await page.goto(`/${slug}/tool/${functionId}`);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText(/dollars/).last()).toBeVisible({ timeout: 20_000 });
  await takePicture(page, "tools");

  const text = readFileSync("public/templates/expense-approval.yaml", "utf8");
  const { preview } = await post("import/preview", { text });
  const { _id: processId } = await post("import", { text, fingerprint: preview.fingerprint });
  const sessionId = await sessionOf(processId, {});
  await page.goto(`/${slug}/session/${sessionId}`);
  await expect(page.getByText("What was the expense for?").last()).toBeVisible();
  await takePicture(page, "processes");

  const { inputRequests } = await read<{ inputRequests: { _id: string }[] }>("inbox.json");
  const input = { purpose: "Train to the fair", amount: 84, category: "Travel", date: "2025-03-14", receipt: true };
  const answer = { requestId: inputRequests[0]?._id, decision: "respond", input };
  await post(`session/${sessionId}/start`, answer);
  await page.goto(`/${slug}/inbox`);
  await expect(page.getByRole("group", { name: /record_expense/ })).toBeVisible({ timeout: 20_000 });
  await takePicture(page, "approvals");

  await post(`app/${appId}/edit`, { sharingMode: "public" });
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await post("sharelink/add", { appId, expiresAt, visitorMessagesPerDay: 20, linkMessagesPerDay: 500 });
  await page.goto(`/${slug}/app/${appId}`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByRole("list", { name: "Links" })).toBeVisible();
  await takePicture(page, "sharing");

  const { link } = await post("team/invite", { name: "Grace", email: "grace@example.com", role: "Team Member" });
  const grace = await browser.newContext();
  const invitation = new URL(link).searchParams.get("token");
  const accepted = await grace.request.post("/forms/account/verify", { data: { token: invitation, password } });
  expect(accepted.status(), await accepted.text()).toBe(200);
  await grace.close();
  await page.goto(`/${slug}/team`);
  await page.getByRole("link", { name: "Grace" }).click();
  await expect(page.getByRole("combobox", { name: "Role" })).toBeVisible();
  await takePicture(page, "teams");

  await post("budget/team/edit", { money: 50, tokens: 2_000_000, mode: "hard" });
  await page.goto(`/${slug}/team`);
  const budget = page.getByRole("region", { name: "Budget" });
  await expect(budget.getByRole("progressbar").first()).toBeVisible();
  await budget.scrollIntoViewIfNeeded();
  await takePicture(page, "budgets");

  await send("/forms/account/apikey/add", { data: { name: "Nightly report", expirationDays: 90, password } });
  await page.goto("/apikeys");
  await expect(page.getByText("Nightly report")).toBeVisible();
  await takePicture(page, "api");

  execFileSync("node", ["--import", "tsx", "lib/scripts/admin.ts", "root", email], {
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, LOG_LEVEL: "error" },
  });
  await page.goto("/admin");
  await expect(page.getByRole("navigation", { name: "Administration" })).toBeVisible();
  await takePicture(page, "operation");
});
