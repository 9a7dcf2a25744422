import { z } from "zod";
import { passwordMax } from "@/lib/constants/limits";
import { emailField } from "../accounts/schemas";
import { defineShapes, withShapes } from "../base/endpoint";
import { gotoField, idField } from "../base/fields";
import { sso as policies } from "./policies";

const param = (max: number) => z.string().min(1).max(max).optional();

/** The organization is found by the domain of the work address, or named. */
export const startForm = z
  .object({ email: emailField.optional(), orgId: idField.optional(), goto: gotoField })
  .refine(({ email, orgId }) => email ?? orgId, { path: ["email"], message: "Enter your work email address." });

/** The parameters of the page that the provider has redirected to. */
const finishForm = z.object({
  state: z.string().min(1).max(200),
  code: param(4_000),
  iss: param(500),
  error: param(200),
  error_description: param(1_000),
});

/** `password`: unless signed in to the account. */
export const linkForm = z.object({
  ticket: z.string().min(1).max(200),
  password: z.string().min(1, "Enter your password.").max(passwordMax, "Use up to 1,000 characters.").optional(),
  code: z.string().max(40).optional(),
});

const linkable = z.object({
  ticket: z.string(),
  /** The existing account's address. */
  email: z.string(),
  organization: z.string(),
  /** Signed in to that account, so that no password is needed. */
  signedIn: z.boolean(),
});
export type Linkable = z.output<typeof linkable>;

const testResult = z.object({
  /** The team whose page started the test. */
  resourceSlug: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  /** What rules can refer to. */
  claims: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  /** What the rules assign to this person. */
  roles: z.array(z.object({ place: z.string(), role: z.string() })),
});
export type TestResult = z.output<typeof testResult>;

export const shapes = defineShapes({
  start: {
    body: startForm,
    /** The provider's page. */
    response: z.object({ url: z.string() }),
  },
  finish: {
    body: finishForm,
    /** Signed in; or an account with the address exists and has to be linked; or the result of a test sign-in. */
    response: z.object({
      token: z.string().optional(),
      redirect: z.string().optional(),
      link: linkable.optional(),
      test: testResult.optional(),
    }),
  },
  link: { body: linkForm, response: z.object({ token: z.string(), redirect: z.string() }) },
});

export const sso = withShapes(policies, shapes);
