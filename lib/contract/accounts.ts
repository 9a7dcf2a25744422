import { z } from "zod";
import { emailMax, passwordMax } from "@/lib/constants/limits";
import { defineContract } from "./endpoint";
import { dateTime, empty, idField, nameField, teamQuery } from "./fields";

export const emailField = z
  .string("Enter an e-mail address.")
  .trim()
  .toLowerCase()
  .max(emailMax, `Use at most ${emailMax} characters.`)
  .pipe(z.email("Enter an e-mail address such as name@example.com."));

/** Only the shape: the rules for a new password live on the server, where the list of common ones is. */
export const passwordField = z
  .string("Enter a password.")
  .min(1, "Enter a password.")
  .max(passwordMax, "Use at most 1,000 characters.");
const newPasswordField = passwordField.min(10, "Use at least 10 characters.");
const tokenField = z.string().min(1).max(200);
/** Optional same-origin path to go to afterwards; checked again by whoever navigates. */
const gotoField = z.string().max(2_000).optional();

export const orgSummary = z.object({
  id: z.string(),
  name: z.string(),
  ownerId: z.string(),
  teams: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const accountSchema = z.object({
  _id: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  onboarded: z.boolean(),
  twoFactor: z.boolean(),
  oauth: z.array(z.string()),
  currentOrg: z.string().nullable(),
  currentTeam: z.string().nullable(),
  currentOrgDateCreated: dateTime.nullable(),
  /** Effective bits in the team asked for, ascending. */
  permissions: z.array(z.number()),
  orgs: z.array(orgSummary),
  stripe: z.object({
    stripeCustomerId: z.string().nullable(),
    stripePlan: z.string().nullable(),
    stripeTrial: z.boolean(),
    stripeEndsAt: dateTime.nullable(),
    stripeCancelled: z.boolean(),
  }),
});
export type Account = z.output<typeof accountSchema>;

export const notificationSchema = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  date: dateTime,
  seen: z.boolean(),
  type: z.string(),
  link: z.string().nullable(),
});

export const accountAnswer = z.object({
  csrf: z.string(),
  account: accountSchema,
  team: z.object({ id: z.string(), name: z.string(), orgId: z.string(), ownerId: z.string() }).nullable(),
  notifications: z.array(notificationSchema),
});
export type AccountAnswer = z.output<typeof accountAnswer>;

export const redirectAnswer = z.object({ redirect: z.string() });
const signedIn = z.object({ token: z.string().optional(), redirect: z.string() });

export const registerForm = z.object({
  name: nameField,
  email: emailField,
  password: newPasswordField,
  inviteToken: tokenField.optional(),
});
export const loginForm = z.object({
  email: emailField,
  password: passwordField,
  code: z.string().max(40).optional(),
  goto: gotoField,
});
export const requestChangeForm = z.object({ email: emailField });
export const verifyForm = z.object({ token: tokenField, password: newPasswordField.optional() });
export const changeByTokenForm = z.object({ token: tokenField, password: newPasswordField });
export const changeByCurrentForm = z.object({ current: passwordField, password: newPasswordField });
export const changePasswordForm = z.union([changeByTokenForm, changeByCurrentForm]);
export const switchForm = z.object({ orgId: idField, teamId: idField, redirect: z.string().max(2_000) });

export const accounts = defineContract("accounts", {
  get: {
    method: "GET",
    path: "/account.json",
    access: "account",
    shared: true,
    summary: "The signed-in account, its organizations and its permissions in a team",
    query: teamQuery.extend({ memberId: idField.optional() }),
    response: accountAnswer,
  },
  welcome: {
    method: "GET",
    path: "/welcome.json",
    access: "account",
    summary: "Organizations and teams to choose from",
    response: z.object({
      orgs: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          role: z.string(),
          teams: z.array(z.object({ id: z.string(), name: z.string(), memberCount: z.number() })),
        }),
      ),
    }),
  },
  register: {
    method: "POST",
    path: "/forms/account/register",
    access: "public",
    summary: "Register an account",
    body: registerForm,
    response: signedIn,
  },
  login: {
    method: "POST",
    path: "/forms/account/login",
    access: "public",
    whenFull: true,
    summary: "Sign in",
    body: loginForm,
    response: signedIn,
  },
  requestChangePassword: {
    method: "POST",
    path: "/forms/account/requestchangepassword",
    access: "public",
    summary: "Ask for a link to choose a new password",
    body: requestChangeForm,
    response: z.object({ redirect: z.string().optional(), mail: z.boolean() }),
  },
  changePassword: {
    method: "POST",
    path: "/forms/account/changepassword",
    access: "public",
    summary: "Choose a new password, by a mailed token or the current password",
    body: changePasswordForm,
    response: signedIn,
  },
  verify: {
    method: "POST",
    path: "/forms/account/verify",
    access: "public",
    summary: "Confirm an e-mail address or accept an invite",
    body: verifyForm,
    response: signedIn,
  },
  switch: {
    method: "POST",
    path: "/forms/account/switch",
    access: "account",
    sessionOnly: true,
    csrf: true,
    summary: "Make a team the current one",
    body: switchForm,
    response: redirectAnswer,
  },
  onboard: {
    method: "POST",
    path: "/forms/account/onboard",
    access: "account",
    sessionOnly: true,
    summary: "Mark the introduction as done",
    response: empty,
  },
  logout: {
    method: "POST",
    path: "/forms/account/logout",
    access: "account",
    sessionOnly: true,
    csrf: true,
    whenFull: true,
    summary: "Sign out",
    response: redirectAnswer,
  },
});
