import { z } from "zod";
import { emailMax, passwordMax } from "@/lib/constants/limits";
import { accounts as calls } from "./calls/accounts";
import { defineShapes, withShapes } from "./endpoint";
import { dateTime, empty, idField, nameField, teamQuery } from "./fields";
import { notificationSchema } from "./notifications";

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
export const newPasswordField = passwordField.min(10, "Use at least 10 characters.");
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

export const accountAnswer = z.object({
  csrf: z.string(),
  account: accountSchema,
  /** `member` is false for an admin of the organization who manages the team without being in it. */
  team: z
    .object({ id: z.string(), name: z.string(), orgId: z.string(), ownerId: z.string(), member: z.boolean() })
    .nullable(),
  /** Why the account changes nothing in this team: the plan has no seat for it. */
  readOnly: z.string().nullable(),
  /** With whose eyes the team is seen (`?memberId=`): the permissions are theirs. */
  seenAs: z.object({ memberId: z.string(), name: z.string() }).nullable(),
  /** Unseen ones, newest first. */
  notifications: z.array(notificationSchema),
  /** In shared mode, where the account stands for the visitor: the link that they came by, and their conversations. */
  visitor: z
    .object({
      shareId: z.string(),
      sessions: z.array(
        z.object({ _id: z.string(), name: z.string(), messageCount: z.number(), lastUpdatedDate: dateTime }),
      ),
    })
    .optional(),
});
export type AccountAnswer = z.output<typeof accountAnswer>;

export const redirectAnswer = z.object({ redirect: z.string() });
const signedIn = z.object({ token: z.string().optional(), redirect: z.string() });

export const registerForm = z.object({
  name: nameField,
  email: emailField,
  /** May be missing where the server sends mail: it is chosen when the address is confirmed, and replaced if given here. */
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
/** `password`: of a new account, and always where an address is confirmed. */
export const verifyForm = z.object({ token: tokenField, password: newPasswordField.optional() });
export const invitationForm = z.object({ token: tokenField });
export const changeByTokenForm = z.object({
  token: tokenField,
  password: newPasswordField,
  /** Otherwise the account's API keys are revoked; those of an account that was never confirmed always are. */
  keepKeys: z.boolean().default(false),
  /** Otherwise sign-in with Google and GitHub is unlinked, with the same exception. */
  keepLinks: z.boolean().default(false),
});
export const changeByCurrentForm = z.object({
  current: passwordField,
  password: newPasswordField,
  /** Revokes the account's API keys. */
  revokeKeys: z.boolean().default(false),
});
export const changePasswordForm = z.union([changeByTokenForm, changeByCurrentForm]);
export const switchForm = z.object({ orgId: idField, teamId: idField, redirect: z.string().max(2_000) });

/** What each call takes and answers. */
export const shapes = defineShapes({
  get: {
    query: teamQuery.extend({ memberId: idField.optional() }),
    response: accountAnswer,
  },
  welcome: {
    response: z.object({
      orgs: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          role: z.string(),
          /** Those that the account is in; all of them for an admin of the organization. */
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
      /** Of a link that confirms a change of the address: whether it has taken effect. */
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
        /** False: accepting makes the account. Null where the link did not come by mail: who has it is not told. */
        known: z.boolean().nullable(),
      }),
      z.object({
        used: z.literal(true),
        /** Of the team that it led to, for who is in it. */
        path: z.string().nullable(),
      }),
    ]),
  },
  switch: {
    body: switchForm,
    response: redirectAnswer,
  },
  onboard: {
    response: empty,
  },
  logout: {
    response: redirectAnswer,
  },
});

export const accounts = withShapes(calls, shapes);
