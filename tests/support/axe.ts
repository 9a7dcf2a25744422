import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

interface Scope {
  /** A selector; the whole page without one. */
  within?: string;
  /** Rules that are left out. */
  without?: string[];
}

const builder = createRequire(import.meta.url).resolve("@axe-core/playwright");
const source = readFileSync(createRequire(builder).resolve("axe-core/axe.min.js"), "utf8");

/** Loads axe into frames that don't have it. The builder would load it twice for each analysis. */
async function loadAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(source);
}

async function buildAxe(page: Page, { within }: Scope): Promise<AxeBuilder> {
  await loadAxe(page);
  // Legacy mode opens no second page for the results; it only leaves out frames of other origins, of which there are none.
  const axe = new AxeBuilder({ page, axeSource: "0" })
    // Only what fails is described, and no stylesheets are loaded for rules that look for them.
    .options({ resultTypes: ["violations"], preload: false })
    .setLegacyMode();
  return within ? axe.include(within) : axe;
}

/** The progress bar of nextjs-toploader, there while a page loads, has a role that ARIA doesn't know. */
const isProgressBar = (html: string): boolean => html.includes('role="bar"');

async function describeViolations(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return bad.flatMap(({ id, nodes }) =>
    nodes.filter(({ html }) => !isProgressBar(html)).map(({ html }) => `${id}: ${html}`),
  );
}

/** Returns what axe finds serious or critical in the present theme. */
export const findViolations = async (page: Page, scope: Scope = {}): Promise<string[]> =>
  describeViolations((await buildAxe(page, scope)).disableRules(scope.without ?? []));

/** The same with the chats that a page embeds from another origin. */
export const findInFrames = (page: Page): Promise<string[]> => describeViolations(new AxeBuilder({ page }));

/** Changes the theme of the open page, and ends what changes its color slowly: the end of one may begin another inside it. */
const setDark = (page: Page, isDark: boolean) =>
  page.evaluate((dark) => {
    document.documentElement.classList.toggle("dark", dark);
    const running = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    for (let round = 0; round < 20 && running().length > 0; round += 1)
      for (const animation of running()) animation.finish();
  }, isDark);

/** Fails on what is serious in the light theme, and on what the dark one changes, which is colors. */
export async function expectAccessible(page: Page, name: string, scope: Scope = {}): Promise<void> {
  await setDark(page, false);
  const light = await findViolations(page, scope);
  await setDark(page, true);
  const dark = await describeViolations((await buildAxe(page, scope)).withRules("color-contrast"));
  await setDark(page, false);
  expect({ name, light, dark }).toEqual({ name, light: [], dark: [] });
}
