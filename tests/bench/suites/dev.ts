import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { withBrowser } from "../browser";
import { withClone } from "../clone";
import { withNpm } from "../npm-process";
import { newPerson, type Person } from "../people";
import type { Row } from "../report";
import { median } from "../stats";

const rounds = 3;
const variables = { NODE_ENV: "development", RATE_LIMIT_SCALE: "1000" };
const timeoutMs = 60_000;
const server = { file: "lib/server/resources/agents/queries.ts", from: "This agent" };
const component = { file: "components/accounts/sign-in/login-page.tsx", from: 'title="Sign in' };

/** Edits a file round by round, and measures from each edit until `appears` sees the new text. */
async function measureEdits(
  folder: string,
  { file, from }: { file: string; from: string },
  appears: (text: string) => Promise<unknown>,
): Promise<number[]> {
  const path = join(folder, file);
  const original = readFileSync(path, "utf8");
  if (!original.includes(from)) throw new Error(`${file} no longer contains ${from}.`);
  const durations: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const started = performance.now();
    writeFileSync(path, original.replaceAll(from, `${from} ${round}`));
    await appears(`${from} ${round}`);
    durations.push(performance.now() - started);
    await sleep(1_000);
  }
  return durations;
}

/** Repeats a call that fails until its error message has the text. */
async function awaitResponse({ url, slug, token }: Person, text: string): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (performance.now() < until) {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/${slug}/agent/agent_00000000000000000000000000.json`, { headers });
    if ((await response.text()).includes(text)) return;
    await sleep(20);
  }
  throw new Error(`No response contains "${text}".`);
}

async function measureComponent(browser: Browser, url: string, folder: string): Promise<number[]> {
  const page = await browser.newPage();
  // Edits made before the page has subscribed to its modules, soon after it is connected, are not sent to it.
  const connected = page.waitForEvent("console", (message) => message.text().includes("[HMR] connected"));
  await page.goto(`${url}/login`);
  await connected;
  await sleep(1_000);
  await page.getByLabel("Email").fill("ada@example.test");
  const durations = await measureEdits(folder, component, (text) =>
    page.getByRole("heading", { name: text.replace('title="', "") }).waitFor({ timeout: timeoutMs }),
  );
  if ((await page.getByLabel("Email").inputValue()) === "") throw new Error("The page was reloaded.");
  await page.close();
  return durations;
}

const row = (name: string, durations: number[], bound: number): Row => ({
  name,
  figure: median(durations) / 1_000,
  unit: "s",
  bound: { of: "figure", value: bound },
  note: durations.length > 1 ? `each ${durations.map((one) => (one / 1_000).toFixed(1)).join(", ")}` : "",
});

/** `next dev` in a clone in which nothing is compiled: pages, and edits. */
export const dev = (): Promise<Row[]> =>
  withBrowser((browser) =>
    withClone((folder) =>
      withNpm(folder, { script: "dev", path: "/login", variables }, async ({ url, readyMs }) => {
        const started = performance.now();
        await (await fetch(`${url}/register`)).text();
        const second = performance.now() - started;
        const person = await newPerson(url);
        await awaitResponse(person, server.from);
        const calls = await measureEdits(folder, server, (text) => awaitResponse(person, text));
        const components = await measureComponent(browser, url, folder);
        return [
          row("first page, cold", [readyMs], 10),
          row("second page", [second], 2),
          row("first call after editing a server file", calls, 3),
          row("edited component visible", components, 1),
        ];
      }),
    ),
  );
