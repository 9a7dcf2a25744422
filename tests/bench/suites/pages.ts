import type { Browser, Page } from "@playwright/test";
import { withBareApp } from "../bare-app";
import { freshContext, scriptBytes, withBrowser } from "../browser";
import { callJson, newPerson, newSession, type Person } from "../people";
import { withServer } from "../place";
import type { Row } from "../report";
import { median } from "../stats";

interface Shown {
  name: string;
  path: string;
  /** What is on the screen once the page's data is. */
  data: (page: Page) => ReturnType<Page["locator"]>;
  anonymous?: true;
  /** Maximum kB of JavaScript. */
  maxKb?: number;
}

const defaultMaxKb = 180;
const maxChatKb = 240;

const rounds = 3;

async function pagesOf(person: Person): Promise<Shown[]> {
  const { slug } = person;
  const { appId = "" } = await callJson(person, `/${slug}/forms/sample/add`, {});
  const emptyChatId = await newSession(person, appId);
  const sessionId = await newSession(person, appId);
  const { agents } = await callJson<{ agents: { _id: string; name: string }[] }>(person, `/${slug}/agents.json`);
  const { models } = await callJson<{ models: { _id: string; name: string }[] }>(person, `/${slug}/models.json`);
  const { apps } = await callJson<{ apps: { name: string }[] }>(person, `/${slug}/apps.json`);
  await callJson(person, `/${slug}/forms/session/${sessionId}/start`, { message: "Tell me of the sea" });
  const text =
    (one = "") =>
    (page: Page) =>
      page.getByRole("main").getByText(one).first();
  const filled = (label: RegExp) => (page: Page) => page.getByRole("main").getByLabel(label).first();
  const [app, agent, model] = [apps[0]?.name, agents[0], models[0]];
  return [
    { name: "sign in", path: "/login", data: (page) => page.getByLabel("Email"), anonymous: true, maxKb: 150 },
    { name: "home", path: `/${slug}`, data: text("Tell me of the sea") },
    { name: "apps", path: `/${slug}/apps`, data: text(app) },
    { name: "app", path: `/${slug}/app/${appId}`, data: text(app) },
    {
      name: "new app",
      path: `/${slug}/app/add`,
      data: (page) => page.getByRole("main").getByRole("button").first(),
    },
    { name: "agents", path: `/${slug}/agents`, data: text(agent?.name) },
    { name: "agent", path: `/${slug}/agent/${agent?._id}`, data: filled(/^Name/) },
    { name: "models", path: `/${slug}/models`, data: text(model?.name) },
    { name: "model", path: `/${slug}/model/${model?._id}`, data: filled(/^Name/) },
    { name: "sessions", path: `/${slug}/sessions`, data: text("Tell me of the sea") },
    {
      name: "chat",
      path: `/${slug}/session/${emptyChatId}`,
      data: (page) => page.getByRole("textbox"),
      maxKb: maxChatKb,
    },
    {
      name: "chat with an answer",
      path: `/${slug}/session/${sessionId}`,
      data: (page) => page.getByRole("article").last(),
      maxKb: maxChatKb,
    },
    {
      name: "function editor",
      path: `/${slug}/tool/add?type=function`,
      data: (page) => page.locator(".cm-content").first(),
      maxKb: 330,
    },
    { name: "trace", path: `/${slug}/session/${sessionId}/trace`, data: text("demo") },
    { name: "account", path: "/account", data: text("Ada") },
  ];
}

/** From the navigation to the data on the screen, with nothing cached. */
async function timeToData(browser: Browser, person: Person, shown: Shown): Promise<number> {
  const context = await freshContext(browser, shown.anonymous ? undefined : person);
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(person.url + shown.path, { waitUntil: "commit" });
  await shown.data(page).waitFor({ timeout: 20_000 });
  const taken = performance.now() - started;
  await context.close();
  return taken;
}

async function bytesOf(browser: Browser, url: string, person?: Person): Promise<number> {
  const context = await freshContext(browser, person);
  const bytes = await scriptBytes(await context.newPage(), url);
  await context.close();
  return bytes / 1_000;
}

/** First-load JavaScript of each page compared with an empty page of the same Next, and the time to its data. */
export async function pages(): Promise<Row[]> {
  return withBrowser((browser) =>
    withBareApp({}, async (bare) => {
      const empty = { name: "empty Next page", figure: await bytesOf(browser, bare.url) };
      return withServer({}, async (server) => {
        const person = await newPerson(server.url);
        const rows: Row[] = [];
        for (const shown of await pagesOf(person)) {
          const taken: number[] = [];
          for (let i = 0; i < rounds; i += 1) taken.push(await timeToData(browser, person, shown));
          const figure = await bytesOf(browser, server.url + shown.path, shown.anonymous ? undefined : person);
          rows.push(
            {
              name: `${shown.name}: JavaScript`,
              figure,
              unit: "kB",
              baseline: empty,
              bound: { of: "figure", value: shown.maxKb ?? defaultMaxKb },
            },
            {
              name: `${shown.name}: data visible`,
              figure: median(taken),
              unit: "ms",
              bound: { of: "figure", value: 1_000 },
              note: `empty cache; each ${taken.map(Math.round).join(", ")}`,
            },
          );
        }
        return rows;
      });
    }),
  );
}
