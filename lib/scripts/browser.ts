import { existsSync } from "node:fs";
import { findProgram, installPackages } from "./programs.ts";

/** Chromium without the browser's own interface: the same pages cost a quarter less time. */
const headless = "chromium-headless-shell";
const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const fixed = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function installHeadless(): string | undefined {
  return installPackages(headless) ? findProgram(headless) : undefined;
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
