import { expect, it } from "vitest";
import { ChangePasswordPage } from "@/components/accounts/sign-in/password/change-password-page";
import { oauth } from "@/lib/contract/oauth/calls";
import { pageAt } from "../../support/render-page";

const opened = () => pageAt("/changepassword?token=reset_1");
const choice = /Keep signing in with [^<]+/;

it("nothing can be sent until it is known which sign-ins a new password unlinks", () => {
  const shown = opened().shows(<ChangePasswordPage />);
  expect(shown).toContain('aria-busy="true"');
  expect(shown).not.toContain("<form");
});

it.each([
  [["google", "github"] as const, "Keep signing in with Google and GitHub"],
  [[] as const, undefined],
])("sign-ins with %o can be kept", (providers, label) => {
  const page = opened();
  page.said(oauth.ways, { sso: false, providers: [...providers] });
  expect(choice.exec(page.shows(<ChangePasswordPage />))?.[0]).toBe(label);
});

it("they can be kept as well where it could not be read which there are", async () => {
  const page = opened();
  await page.failed(oauth.ways);
  const shown = page.shows(<ChangePasswordPage />);
  expect(choice.exec(shown)?.[0]).toBe("Keep signing in with other services");
  expect(shown).toContain("Change password");
});
