import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const fixed = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...fixed].find((path) =>
    existsSync(path),
  );
}

const run = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }).status ===
  0;

/** The Chromium for browser tests; as root on Debian it is installed. Undefined after printing instructions. */
export function findBrowser(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given && existsSync(given)) return given;
  if (given) {
    console.error(`CHROMIUM_PATH names ${given}, which does not exist.`);
    return undefined;
  }
  const found = findInstalled();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    console.info("Installing Debian's chromium for the browser tests.");
    if (
      run("apt-get", ["update", "-q"]) &&
      run("apt-get", ["install", "-q", "-y", "--no-install-recommends", "chromium"])
    )
      return findInstalled();
  }
  console.error(
    "The browser tests need Chromium. Install it (Debian, Ubuntu: sudo apt-get install chromium; Fedora: sudo dnf install chromium; " +
      "macOS: brew install --cask chromium), or name one in CHROMIUM_PATH.",
  );
  return undefined;
}
