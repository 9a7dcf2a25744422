import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";

const port = Number(process.env.E2E_PORT ?? 3_100);
const baseURL = `http://localhost:${port}`;

/** Made once: the processes that run the test files read this file again and inherit the variable. */
function dataDir(): string {
  if (process.env.E2E_DATA_DIR) return process.env.E2E_DATA_DIR;
  const folder = mkdtempSync(join(tmpdir(), "muster-e2e-"));
  chmodSync(folder, 0o755);
  process.env.E2E_DATA_DIR = folder;
  return folder;
}

/** Sign-in at a provider, for which a stand-in answers on that port. */
const standIn = (name: string, at: number) => ({
  [`${name}_CLIENT_ID`]: "standin-client",
  [`${name}_CLIENT_SECRET`]: "standin-secret-of-the-client",
  [`${name}_OAUTH_BASE`]: `http://127.0.0.1:${at}`,
});

export default defineConfig({
  testDir: "tests/e2e",
  // It writes the pictures of docs/guides.
  testIgnore: process.env.GUIDE_PICTURES ? [] : "**/guide-pictures.spec.ts",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1_440, height: 900 },
    baseURL,
    trace: "on-first-retry",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // Chromium's own sandbox refuses to run as root, which is who containers are.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
  webServer: {
    command: `next start -H 127.0.0.1 -p ${port}`,
    url: `${baseURL}/login`,
    timeout: 60_000,
    stdout: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: {
      PORT: String(port),
      APP_URL: baseURL,
      DATA_DIR: dataDir(),
      UPLOADS_DIR: join(dataDir(), "uploads"),
      OUTBOUND_ALLOW: "127.0.0.1",
      // tests/e2e/sso.spec.ts starts it.
      DNS_SERVERS: `127.0.0.1:${port + 4}`,
      LOG_LEVEL: "warn",
      RATE_LIMIT_SCALE: "1000",
      // tests/e2e/account.spec.ts starts them.
      ...standIn("GOOGLE", port + 1),
      ...standIn("GITHUB", port + 2),
      // tests/e2e/connect.spec.ts starts it.
      ...standIn("MICROSOFT", port + 3),
      MICROSOFT_LOGIN_BASE_URL: `http://127.0.0.1:${port + 3}`,
      MICROSOFT_GRAPH_BASE_URL: `http://127.0.0.1:${port + 3}`,
    },
  },
});
