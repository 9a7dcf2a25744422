import { describe, expect, test } from "vitest";
import LoginRoute from "@/app/[resourceSlug]/login/page";
import RegisterRoute from "@/app/[resourceSlug]/register/page";
import { LoginPage } from "@/components/accounts/sign-in/login-page";
import { RegisterPage } from "@/components/accounts/sign-in/register/register-page";
import { registration } from "@/lib/contract/registration/calls";
import { pageAt } from "../../support/render-page";

test.each([
  ["login", LoginRoute, LoginPage],
  ["register", RegisterRoute, RegisterPage],
])("/{slug}/%s shows the same form as without a team", (_name, Route, Form) => {
  const shown = Route();
  expect(shown.type).toBe(Form);
});

describe.each([
  ["login", "register", <LoginPage key="login" />],
  ["register", "login", <RegisterPage key="register" />],
])("/{slug}/%s", (name, other, form) => {
  test.each([
    [`/ada-team/${name}`, `/${other}?goto=%2Fada-team`],
    [`/ada-team/${name}?goto=%2Faccount`, `/${other}?goto=%2Faccount`],
    [`/${name}`, `/${other}`],
  ])("leads to the team of its path unless it names another place: %s", (path, href) => {
    const page = pageAt(path, path.startsWith("/ada-team") ? { resourceSlug: "ada-team" } : {});
    page.said(registration.get, { mode: "open", emailDomains: [], mail: false });
    expect(page.shows(form)).toContain(`href="${href}"`);
  });
});
