import { expect, it } from "vitest";
import { parseDevice } from "@/lib/utils/browser/device";

const mozilla = "Mozilla/5.0";
const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [`${mozilla} (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Linux", "computer"],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    "Edge on Windows",
    "computer",
  ],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`,
    "Opera on Windows",
    "computer",
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0`,
    "Firefox on macOS",
    "computer",
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    "Safari on macOS",
    "computer",
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    "Safari on iOS",
    "phone",
  ],
  [
    `${mozilla} (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
    "Chrome on iPadOS",
    "tablet",
  ],
  [
    `${mozilla} (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
    "Chrome on Android",
    "phone",
  ],
  [
    `${mozilla} (Linux; Android 15; SM-X910) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`,
    "Samsung Internet on Android",
    "tablet",
  ],
  [
    `${mozilla} (X11; CrOS x86_64 16181.61.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
    "Chrome on ChromeOS",
    "computer",
  ],
  ["curl/8.14.1", "curl", "program"],
  ["node", "node", "program"],
  ["", "Unknown device", "program"],
  [`${mozilla} (compatible)`, "Unknown device", "program"],
  ["<script>alert(1)</script>", "Unknown device", "program"],
])("%s is %s", (userAgent, name, kind) => {
  expect(parseDevice(userAgent)).toEqual({ name, kind });
});

it("knows nothing of a session that was begun before devices were noted", () => {
  expect(parseDevice(null).name).toBe("Unknown device");
});
