import type { Browser, Page } from "@playwright/test";
import { freshContext } from "./browser";
import type { Person } from "./people";
import type { Row } from "./report";
import { quantile } from "./stats";

const visits = 12;

/** From a click on Home to the team's newest sessions, spending and everything else, in milliseconds of the page itself. */
async function clickHome(browser: Browser, person: Person): Promise<number[]> {
  const context = await freshContext(browser, person);
  const page = await context.newPage();
  const taken: number[] = [];
  for (let i = 0; i < visits; i += 1) {
    // A new document: what was read before is not kept.
    await page.goto(`${person.url}/${person.slug}/variables`);
    await page.waitForLoadState("networkidle");
    taken.push(await openHome(page));
  }
  await context.close();
  return taken.slice(1);
}

async function openHome(page: Page): Promise<number> {
  const clicked = await page.evaluate(() => {
    const started = performance.now();
    document.querySelector<HTMLElement>('header a[aria-label="Home"]')?.click();
    return started;
  });
  const opened = await page.waitForFunction((start) => {
    const isLoaded = document.querySelectorAll("main section li a[href*='/session/']").length > 1;
    return isLoaded && !document.querySelector("main .animate-pulse") && performance.now() - start;
  }, clicked);
  return Number(await opened.jsonValue());
}

/** How long Home takes in a team with that much data. */
export async function homeRows(browser: Browser, person: Person, size: string): Promise<Row[]> {
  const taken = await clickHome(browser, person);
  return [
    {
      name: "open Home in the browser, p50",
      figure: quantile(taken, 0.5),
      unit: "ms",
      bound: { of: "figure", value: 300 },
      note: `${size}; until the newest sessions are visible and nothing is loading; max ${Math.max(...taken).toFixed(0)} ms`,
    },
  ];
}
