import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, expect, openSample, test, thread } from "../support/browser";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

async function serve(port: number, dataDir: string): Promise<ChildProcess> {
  const variables = {
    PORT: String(port),
    DATA_DIR: dataDir,
    UPLOADS_DIR: join(dataDir, "uploads"),
    APP_URL: "",
    LOG_LEVEL: "error",
  };
  const next = join(process.cwd(), "node_modules/next/dist/bin/next");
  const server = spawn(process.execPath, [next, "start", "-H", "127.0.0.1", "-p", String(port)], {
    env: { ...process.env, ...variables },
    stdio: "ignore",
  });
  await expect
    .poll(
      () =>
        fetch(`http://localhost:${port}/login`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  return server;
}

test("a server killed in mid-answer takes the run up again: the answer is complete, once", async ({ browser }) => {
  test.setTimeout(150_000);
  const dataDir = mkdtempSync(join(tmpdir(), "muster-crash-"));
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  let server = await serve(port, dataDir);
  // The page loses its server on purpose, so what it writes to the console is no failure here.
  const context = await browser.newContext({ baseURL: `http://localhost:${port}` });
  const page = await context.newPage();
  try {
    const slug = await openSample(page);
    const session = page.url();
    await page.goto(`/${slug}/models`);
    await page.getByRole("link", { name: "Offline demo" }).click();
    await page.getByLabel("Model ID").fill("demo-chat:tps=40,words=160");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForURL(`**/${slug}/models`);
    await page.goto(session);
    await ask(page, "Survive a crash, please");
    await expect(thread(page).getByText("I'm Muster's offline demo model")).toBeVisible();
    server.kill("SIGKILL");
    server = await serve(port, dataDir);
    // Without a reload: the page finds its server again by itself.
    await expect(page.getByText("Resumed after an interruption.")).toBeVisible({ timeout: 40_000 });
    await expect(page.getByText("Your turn")).toBeVisible({ timeout: 40_000 });
    await expect(thread(page).getByText("Generation stopped.")).toHaveCount(0);
    await page.reload();
    await expect(thread(page).getByText("I'm Muster's offline demo model")).toHaveCount(1);
    await expect(thread(page).getByRole("article", { name: "You" })).toHaveCount(1);
  } finally {
    await context.close();
    server.kill("SIGTERM");
  }
});
