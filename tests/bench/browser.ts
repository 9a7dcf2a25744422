import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { tokenKey } from "@/lib/constants/ui";
import type { Person } from "./people";

export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A browser with nothing in its cache, signed in when a person is given: pages look for the token in the storage. */
export async function freshContext(browser: Browser, person?: Person): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1_440, height: 900 },
    storageState: person && {
      cookies: [],
      origins: [{ origin: new URL(person.url).origin, localStorage: [{ name: tokenKey, value: person.token }] }],
    },
  });
  if (person)
    await context.addCookies([{ name: "muster_session", value: person.token, url: person.url, httpOnly: true }]);
  return context;
}

/** Bytes of scripts as they came over the wire, until the network is idle and without interaction. */
export async function scriptBytes(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(500);
  return bytes;
}
