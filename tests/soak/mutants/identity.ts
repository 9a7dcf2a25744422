import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never } from "../mutation/operation";

const identity = "lib/server/resources/identity";
const sso = "tests/api/sso.test.ts";
const hostile = "tests/api/sso-hostile.test.ts";
const scim = "tests/api/scim.test.ts";

/** Signing in with an organization's identity provider, and its SCIM client. */
export const identityMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/access/auth/required-sso.ts",
    [sso, "needs a test first"],
    ["a required identity provider is not required", "lacksSso", never("&& 1"), "5e7232b0f5"],
  ),
  ...mutantsOf(
    `${identity}/provider/actions.ts`,
    [sso, "needs a test first"],
    ["an untested identity provider can be required", "checkRequirable", never("if 1"), "ad6adf1b3f"],
  ),
  ...mutantsOf(
    `${identity}/provider/actions.ts`,
    [sso, "no other issuer"],
    ["a client secret is sent to another issuer", "checkSecret", never("if 1"), "6605e773c3"],
  ),
  ...mutantsOf(
    `${identity}/provider/actions.ts`,
    [sso, "route a domain"],
    ["a domain needs no TXT record", "checkProof", always("if 1"), "ee5b19aab7"],
    ["two organizations verify one domain", "verifyDomain", never("if 1"), "ac63638deb"],
  ),
  ...mutantsOf(
    `${identity}/provider/discover.ts`,
    [hostile, "is signed with a key"],
    ["ID tokens need no valid signature", "discover", drop("array 1 > element 1"), "b0c33524c1"],
  ),
  ...mutantsOf(
    `${identity}/sign-in/person.ts`,
    [hostile, "an hour ahead"],
    ["an ID token can come from the future", "identifyPerson", never("if 3"), "ccdb974455"],
  ),
  ...mutantsOf(
    `${identity}/sign-in/sign-in.ts`,
    [sso, "outside the verified domains"],
    ["a provider signs in addresses of any domain", "requireOwnAddress", always("if 2"), "77f7bf7cd5"],
  ),
  ...mutantsOf(
    `${identity}/sign-in/sign-in.ts`,
    [sso, "asks for proof"],
    ["an account is linked by its address", "findOrJoin", never("if 4"), "32f47a5e9e"],
  ),
  ...mutantsOf(
    `${identity}/sign-in/sign-in.ts`,
    [sso, "removed member"],
    ["a removed member returns by signing in", "admitMember", never("if 3"), "45803a40d4"],
  ),
  ...mutantsOf(
    `${identity}/sign-in/sign-in.ts`,
    [scim, "keeps it from signing in"],
    ["a deactivated person signs in", "admitMember", never("if 1"), "77f7bf40d4"],
  ),
  ...mutantsOf(
    `${identity}/scim/deprovision.ts`,
    [scim, "never removes the owner"],
    ["SCIM removes the owner", "deprovision", never("if 2"), "038919d24c"],
  ),
  ...mutantsOf(
    `${identity}/scim/deprovision.ts`,
    [scim, "nothing of other organizations"],
    ["SCIM ends the sessions of other organizations", "deprovision", always("if 3"), "a2579ad24c"],
  ),
  ...mutantsOf(
    `${identity}/scim/provision.ts`,
    [scim, "nothing of other organizations"],
    ["SCIM makes someone else's account a member", "provision", never("if 3"), "32f47a814b"],
  ),
  ...mutantsOf(
    `${identity}/scim/users.ts`,
    [scim, "nothing of another organization"],
    ["SCIM reaches users of other organizations", "own", drop("call and 1 > argument 1"), "0d06a3e809"],
  ),
  ...mutantsOf(
    `${identity}/scim/groups.ts`,
    [scim, "nothing of another organization"],
    ["SCIM puts users of other organizations in groups", "setMembers", never("if 1"), "224499ea51"],
  ),
];
