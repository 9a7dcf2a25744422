import { ask, expect, openSample, test } from "../support/browser";

test("styles that libraries add at run time are let in", async ({ page }) => {
  const slug = await openSample(page);
  await ask(page, "Show me a table of steps to plan a trip");
  await expect(page.getByText("Your turn")).toBeVisible({ timeout: 15_000 });
  await page.goto(`/${slug}/models`);
  await page.getByRole("combobox").first().click();
  await expect(page.getByRole("listbox")).toBeVisible();
  const rules = await page.evaluate(() =>
    [...document.querySelectorAll("style")].map(({ sheet }) => sheet?.cssRules.length ?? 0),
  );
  expect(rules.length).toBeGreaterThan(0);
  expect(rules).not.toContain(0);
});

test("styles without the nonce are not", async ({ context }) => {
  // Not the watched page, which a refusal fails.
  const page = await context.newPage();
  await page.goto("/login");
  const refused = await page.evaluate(async () => {
    const refusal = () =>
      new Promise<string>((resolve) =>
        addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), { once: true }),
      );
    const first = refusal();
    document.head.append(Object.assign(document.createElement("style"), { textContent: "body { opacity: 0 }" }));
    const element = await first;
    const second = refusal();
    document.body.setAttribute("style", "opacity: 0");
    return [element, await second, getComputedStyle(document.body).opacity];
  });
  expect(refused).toEqual(["style-src-elem", "style-src-attr", "1"]);
});
