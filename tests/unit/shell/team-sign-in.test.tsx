import { expect, test } from "vitest";
import LoginRoute from "@/app/[resourceSlug]/login/page";
import RegisterRoute from "@/app/[resourceSlug]/register/page";
import { LoginPage } from "@/components/accounts/login-page";
import { RegisterPage } from "@/components/accounts/register-page";

test.each([
  ["login", LoginRoute, LoginPage],
  ["register", RegisterRoute, RegisterPage],
])("/{slug}/%s shows the same form as without a team", (_name, Route, Form) => {
  const shown = Route();
  expect(shown.type).toBe(Form);
});
