import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Chromium without the browser's own interface: the same pages cost a quarter less time. */
const headless = "chromium-headless-shell";
const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const fixed = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function findProgram(...wanted: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

const run = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }).status ===
  0;

/** Installs the headless Chromium, if this is Debian and the user is root. */
function installHeadless(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return undefined;
  console.info(`Installing Debian's ${headless} for the browser tests.`);
  const installed =
    run("apt-get", ["update", "-q"]) && run("apt-get", ["install", "-q", "-y", "--no-install-recommends", headless]);
  return installed ? findProgram(headless) : undefined;
}

/** The Chromium for browser tests; as root on Debian it is installed. Undefined after printing instructions. */
export function findBrowser(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given && existsSync(given)) return given;
  if (given) {
    console.error(`CHROMIUM_PATH is set to ${given}, which doesn't exist.`);
    return undefined;
  }
  const found = findProgram(headless) ?? installHeadless() ?? findProgram(...names) ?? fixed.find(existsSync);
  if (found) return found;
  console.error(
    "The browser tests need Chromium. Install it (Debian, Ubuntu: sudo apt-get install chromium-headless-shell; Fedora: sudo dnf install chromium; " +
      "macOS: brew install --cask chromium), or set CHROMIUM_PATH.",
  );
  return undefined;
}
