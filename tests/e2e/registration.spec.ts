import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser";

/** As a server answers that was started with REGISTRATION and ALLOWED_EMAIL_DOMAINS. */
const answers = (page: Page, mode: string, emailDomains: string[] = []) =>
  page.route("**/registration.json", (route) => route.fulfill({ json: { mode, emailDomains, mail: false } }));

test("each way of registration says what it is before anybody fills in a form", async ({ page }) => {
  await answers(page, "closed");
  await page.goto("/register?goto=%2Fapikeys");
  await expect(page.getByRole("heading", { name: "Registration is closed" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create account" })).toHaveCount(0);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL("**/login?goto=%2Fapikeys");
  await expect(page.getByText("New here? Ask your server administrator if you need an account.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Create an account" })).toHaveCount(0);

  await page.unroute("**/registration.json");
  await answers(page, "invite", ["example.test"]);
  await page.goto("/register");
  await expect(page.getByRole("heading", { name: "Invitation required" })).toBeVisible();
  await page.goto("/register?inviteToken=mi_unknown");
  await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
  await expect(page.getByText("Use an email address at example.test.")).toBeVisible();

  await page.unroute("**/registration.json");
  await page.goto("/login");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
});

test("the sign-in form says what is wrong at its fields, leads to the first, and takes it back as it is corrected", async ({
  page,
}) => {
  await page.goto("/login");
  const [email, password] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })];
  await email.fill("ada");
  await expect(email).not.toHaveAttribute("aria-invalid");
  await email.press("Enter");
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(email).toHaveAccessibleDescription(/Enter an email address/);
  await expect(password).toHaveAccessibleDescription("Enter a password.");
  await email.pressSequentially("@example.test");
  await expect(email).not.toHaveAttribute("aria-invalid");
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await password.fill("not the password");
  await expect(password).not.toHaveAttribute("aria-invalid");
  await password.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: /password/i })).toBeVisible();
  await expect(email).toHaveValue("ada@example.test");
});
