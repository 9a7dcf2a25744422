import { z } from "zod";
import { accountEventKinds } from "@/lib/constants/account-events";
import { passwordMax } from "@/lib/constants/limits";
import { mutableNotices } from "@/lib/constants/notifications";
import { oauthProviders } from "@/lib/constants/oauth";
import { emailField, newPasswordField, redirectResponse } from "../accounts/schemas";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, nameField } from "../base/fields";
import { security as policies } from "./policies";

const device = z.object({ name: z.string(), kind: z.enum(["phone", "tablet", "computer", "program"]) });

export const securityResponse = z.object({
  /** How many API keys the account has. */
  apiKeys: z.number(),
  /** False if it only signs in through providers. */
  hasPassword: z.boolean(),
  /** Whether the server sends mail: without it nothing can be confirmed. */
  mail: z.boolean(),
  pendingEmail: z
    .object({ email: z.string(), newConfirmed: z.boolean(), oldConfirmed: z.boolean(), expires: dateTime })
    .nullable(),
  twoFactor: z.object({ since: dateTime, codesLeft: z.number() }).nullable(),
  /** The providers that the server supports. */
  providers: z.array(z.enum(oauthProviders)),
  links: z.array(z.object({ provider: z.enum(oauthProviders), email: z.string(), dateCreated: dateTime })),
  sessions: z.array(
    z.object({
      _id: z.string(),
      device,
      /** The IP address of its last use. */
      address: z.string().nullable(),
      dateCreated: dateTime,
      lastUsed: dateTime,
      /** The caller's own session. */
      current: z.boolean(),
      /** Visits of share links in this session, which end with it. */
      visits: z.array(z.object({ _id: z.string(), appName: z.string(), lastUsed: dateTime })),
    }),
  ),
  /** The newest changes of the account's security. */
  activity: z.array(
    z.object({
      _id: z.string(),
      kind: z.enum(accountEventKinds),
      detail: z.string().nullable(),
      device,
      address: z.string(),
      date: dateTime,
    }),
  ),
  /** Muted notifications. */
  mutedNotices: z.array(z.enum(mutableNotices)),
  /** Owned organizations with other members, which block the deletion of the account. */
  blockingOrgs: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Security = z.output<typeof securityResponse>;

/** Absent for an account without a password. */
export const proof = z.string().max(passwordMax, "Use up to 1,000 characters.").optional();
const codes = z.object({ recoveryCodes: z.array(z.string()) });

export const profileForm = z.object({ name: nameField });
const accountForm = profileForm
  .extend({ mutedNotices: z.array(z.enum(mutableNotices)).max(mutableNotices.length) })
  .partial();
export const changeEmailForm = z.object({ email: emailField, password: proof });
const cancelEmailForm = z.object({ token: z.string().min(1).max(200).optional() });
export const setPasswordForm = z.object({ password: newPasswordField });
export const proofForm = z.object({ password: proof });
export const twoFactorForm = z.object({
  code: z
    .string("Enter the code.")
    .trim()
    .regex(/^\d{3}\s?\d{3}$/, "Enter the 6-digit code from the app."),
});
/** The code is one of the app's, or a recovery code. */
const codeProofForm = proofForm.extend({ code: z.string().max(40).optional() });
const endOthersForm = z.object({ revokeKeys: z.boolean().default(false) });
/** The email address, typed to confirm. */
const deleteForm = z.object({ email: emailField, password: proof });

export const shapes = defineShapes({
  get: { response: securityResponse },
  edit: { body: accountForm, response: empty },
  changeEmail: {
    body: changeEmailForm,
    /** False: both addresses have to confirm it first. */
    response: z.object({ changed: z.boolean() }),
  },
  cancelEmail: { body: cancelEmailForm, response: empty },
  setPassword: { body: setPasswordForm, response: empty },
  beginTwoFactor: {
    body: proofForm,
    /** For an authenticator app: the secret to type, and the URI of the QR code. */
    response: z.object({ secret: z.string(), uri: z.string() }),
  },
  turnOnTwoFactor: { body: twoFactorForm, response: codes },
  turnOffTwoFactor: { body: codeProofForm, response: empty },
  renewCodes: { body: codeProofForm, response: codes },
  endSession: { response: empty },
  endOthers: { body: endOthersForm, response: empty },
  export: {},
  remove: { body: deleteForm, response: redirectResponse },
});

export const security = withShapes(policies, shapes);
