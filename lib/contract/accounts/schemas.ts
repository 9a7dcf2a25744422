import { z } from "zod";
import { emailMax, passwordMax } from "@/lib/constants/limits";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, gotoField, idField, nameField, teamQuery } from "../base/fields";
import { notificationSchema } from "../notifications/schemas";
import { accounts as policies } from "./policies";

export const emailField = z
  .string("Enter an email address.")
  .trim()
  .toLowerCase()
  .max(emailMax, `Use up to ${emailMax} characters.`)
  .pipe(z.email("Enter an email address such as name@example.com."));

/** Length only: the rules for new passwords are checked on the server, which has the list of common ones. */
const passwordField = z
  .string("Enter a password.")
  .min(1, "Enter a password.")
  .max(passwordMax, "Use up to 1,000 characters.");
export const newPasswordField = passwordField.min(10, "Use at least 10 characters.");
const tokenField = z.string().min(1).max(200);

const orgSummary = z.object({
  id: z.string(),
  name: z.string(),
  ownerId: z.string(),
  teams: z.array(z.object({ id: z.string(), name: z.string() })),
});

const accountSchema = z.object({
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
  /** Effective bits in the requested team, ascending. */
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

export const accountResponse = z.object({
  csrf: z.string(),
  account: accountSchema,
  /** `member` is false for an organization admin who manages the team without being a member. */
  team: z
    .object({ id: z.string(), name: z.string(), orgId: z.string(), ownerId: z.string(), member: z.boolean() })
    .nullable(),
  /** Why the account is read-only in this team: the plan has no seat for it. */
  readOnly: z.string().nullable(),
  /** The member as whom the team is viewed (`?memberId=`): the permissions are theirs. */
  seenAs: z.object({ memberId: z.string(), name: z.string() }).nullable(),
  /** Unseen notifications, newest first. */
  notifications: z.array(notificationSchema),
  /** In shared mode, for a visitor: their link and conversations. */
  visitor: z
    .object({
      shareId: z.string(),
      sessions: z.array(
        z.object({ _id: z.string(), name: z.string(), messageCount: z.number(), lastUpdatedDate: dateTime }),
      ),
    })
    .optional(),
});
export type AccountResponse = z.output<typeof accountResponse>;

export const redirectResponse = z.object({ redirect: z.string() });
const signedIn = z.object({ token: z.string().optional(), redirect: z.string() });

export const registerForm = z.object({
  name: nameField,
  email: emailField,
  /** Optional if the server sends mail: the password is then chosen when the address is confirmed, replacing one sent here. */
  password: newPasswordField.optional(),
  inviteToken: tokenField.optional(),
});
export const loginForm = z.object({
  email: emailField,
  password: passwordField,
  code: z.string().max(40).optional(),
  goto: gotoField,
});
export const requestChangeForm = z.object({ email: emailField });
/** `password`: required for a new account, and when an address is confirmed. */
export const verifyForm = z.object({ token: tokenField, password: newPasswordField.optional() });
const invitationForm = z.object({ token: tokenField });
export const changeByTokenForm = z.object({
  token: tokenField,
  password: newPasswordField,
  keepKeys: z
    .boolean()
    .default(false)
    .describe("If false, or if the email address is unconfirmed, API keys are revoked."),
  keepLinks: z
    .boolean()
    .default(false)
    .describe("If false, or if the email address is unconfirmed, linked accounts are unlinked."),
});
export const changeByCurrentForm = z.object({
  current: passwordField,
  password: newPasswordField,
  revokeKeys: z.boolean().default(false).describe("Revokes the account's API keys."),
});
const changePasswordForm = z.union([changeByTokenForm, changeByCurrentForm]);
const switchForm = z.object({ orgId: idField, teamId: idField, redirect: z.string().max(2_000) });

export const shapes = defineShapes({
  get: {
    query: teamQuery.extend({ memberId: idField.optional() }),
    response: accountResponse,
  },
  welcome: {
    response: z.object({
      orgs: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          role: z.string(),
          /** The account's teams; all teams for an organization admin. */
          teams: z.array(z.object({ id: z.string(), name: z.string(), memberCount: z.number(), member: z.boolean() })),
        }),
      ),
    }),
  },
  register: {
    body: registerForm,
    response: signedIn,
  },
  login: {
    body: loginForm,
    response: signedIn,
  },
  requestChangePassword: {
    body: requestChangeForm,
    response: z.object({ redirect: z.string().optional(), mail: z.boolean() }),
  },
  changePassword: {
    body: changePasswordForm,
    response: signedIn,
  },
  verify: {
    body: verifyForm,
    response: signedIn.extend({
      /** For a link that confirms a change of email address: whether it has taken effect. */
      emailChanged: z.boolean().optional(),
    }),
  },
  invitation: {
    body: invitationForm,
    response: z.union([
      z.object({
        used: z.literal(false),
        email: z.string(),
        name: z.string(),
        role: z.string(),
        inviter: z.string(),
        /** The team's name, or the organization's. */
        place: z.string(),
        /**
         * Whether the account exists; false: accepting creates it. Null if the link was not mailed, to hide whether the
         * address is registered.
         */
        known: z.boolean().nullable(),
      }),
      z.object({
        used: z.literal(true),
        /** Path of the team, for its members. */
        path: z.string().nullable(),
      }),
    ]),
  },
  switch: {
    body: switchForm,
    response: redirectResponse,
  },
  onboard: {
    response: empty,
  },
  logout: {
    response: redirectResponse,
  },
});

export const accounts = withShapes(policies, shapes);
