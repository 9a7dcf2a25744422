import { z } from "zod";
import { maxIdentityRules } from "@/lib/constants/identity";
import { orgRoles, teamRoles } from "@/lib/permissions/roles";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, idField } from "../base/fields";
import { identity as policies } from "./policies";

const text = (what: string, max: number) =>
  z.string(`Enter ${what}.`).trim().min(1, `Enter ${what}.`).max(max, `Use up to ${max} characters.`);

const issuerField = text("the issuer's URL", 500).refine(
  (issuer) => /^https?:\/\//.test(issuer) && URL.canParse(issuer) && !/[?#]/.test(issuer),
  "Enter a URL such as https://login.example.com, without a query.",
);
const scopesField = z
  .string()
  .trim()
  .max(200, "Use up to 200 characters.")
  .refine((scopes) => [...scopes].every((one) => one >= " " && one <= "~" && !`"\\`.includes(one)), {
    message: "Enter names separated by spaces.",
  });

const ruleField = z
  .object({
    /** A claim of the ID token or of userinfo; null: everyone who signs in. */
    claim: text("a claim", 200).nullable(),
    value: z.string().trim().max(500, "Use up to 500 characters.").default(""),
    /** Null: the organization. */
    teamId: idField.nullable(),
    role: z.enum([...teamRoles, ...orgRoles], "Choose a role."),
  })
  .refine(({ claim, value }) => claim === null || value !== "", { path: ["value"], message: "Enter a value." })
  .refine(({ teamId, role }) => (teamId === null) === role.startsWith("Org "), {
    path: ["role"],
    message: "Choose a team role, or an organization role if no team is selected.",
  });

export const providerForm = z.object({
  issuer: issuerField,
  clientId: text("the client ID", 500),
  /** Absent: unchanged. */
  clientSecret: z.string().min(1, "Enter the client secret.").max(2_000, "Use up to 2,000 characters.").optional(),
  scopes: scopesField.default(""),
  rules: z.array(ruleField).max(maxIdentityRules, `Use up to ${maxIdentityRules} rules.`).default([]),
  /** Members, except the owner, must sign in with the provider. */
  required: z.boolean().default(false),
  /** The version that was read; the edit fails if there is a newer one. */
  version: z.number().int().optional(),
});

export type ProviderForm = z.input<typeof providerForm>;

const domainField = z
  .string("Enter a domain.")
  .trim()
  .toLowerCase()
  .max(253, "Use up to 253 characters.")
  .pipe(z.hostname("Enter a domain such as example.com."))
  .refine((domain) => domain.includes("."), "Enter a domain such as example.com.");
const domainForm = z.object({ domain: domainField });

const domainSchema = z.object({
  domain: z.string(),
  verified: dateTime.nullable(),
  /** The TXT record that proves the domain. */
  recordName: z.string(),
  recordValue: z.string(),
});
export type IdentityDomain = z.output<typeof domainSchema>;

const tokenSchema = z.object({
  _id: z.string(),
  prefix: z.string(),
  dateCreated: dateTime,
  lastUsed: dateTime.nullable(),
});
export type ScimToken = z.output<typeof tokenSchema>;

const providerSchema = z.object({
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.string(),
  rules: z.array(
    z.object({ claim: z.string().nullable(), value: z.string(), teamId: z.string().nullable(), role: z.string() }),
  ),
  /** The last successful test sign-in with this issuer and client. */
  tested: dateTime.nullable(),
  version: z.number(),
});

export const shapes = defineShapes({
  get: {
    response: z.object({
      provider: providerSchema.nullable(),
      required: z.boolean(),
      domains: z.array(domainSchema),
      tokens: z.array(tokenSchema),
      /** The organization's teams, for rules. */
      teams: z.array(z.object({ id: z.string(), name: z.string() })),
      /** To be entered at the identity provider. */
      redirectUri: z.string(),
      scimUrl: z.string(),
    }),
  },
  edit: { body: providerForm, response: empty },
  remove: { response: empty },
  test: {
    /** The provider's page. */
    response: z.object({ url: z.string() }),
  },
  addDomain: { body: domainForm, response: domainSchema },
  verifyDomain: { body: domainForm, response: empty },
  removeDomain: { body: domainForm, response: empty },
  addToken: { response: z.object({ _id: z.string(), scimToken: z.string() }) },
  removeToken: { response: empty },
});

export const identity = withShapes(policies, shapes);
