import { expect, openSample, test } from "../support/browser";

test("an upload shows how much of it is sent", async ({ page }) => {
  await openSample(page);
  const shown: string[] = [];
  await page.exposeFunction("note", (text: string) => shown.push(text));
  await page.evaluate(() => {
    const look = () => {
      const bar = document.querySelector('[role="progressbar"][aria-label^="Uploading"]');
      const value = bar?.getAttribute("aria-valuenow");
      if (value) (window as unknown as { note(text: string): void }).note(value);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const throttled = await page.context().newCDPSession(page);
  const bytesASecond = 2_000_000;
  await throttled.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesASecond,
  });
  const file = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.alloc(4_000_000, "words ") };
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByRole("progressbar", { name: "Uploading notes.txt" })).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByRole("list", { name: "Attached files" })).toContainText("notes.txt");
  const between = new Set(shown.map(Number).filter((value) => value > 0 && value < 100));
  expect(between.size).toBeGreaterThan(1);
});
