import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never } from "../mutation/operation";

const identity = "lib/server/resources/identity";
const sso = "tests/api/sso.test.ts";
const hostile = "tests/api/sso-hostile.test.ts";
const scim = "tests/api/scim.test.ts";
const scimAccounts = "tests/api/scim-accounts.test.ts";
const members = "tests/api/sso-members.test.ts";
const required = "tests/api/sso-required.test.ts";

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
    ["an untested identity provider can be required", "checkRequirable", never("if 1"), "ad6adf3c44"],
  ),
  ...mutantsOf(
    `${identity}/provider/actions.ts`,
    [sso, "no other issuer"],
    ["a client secret is sent to another issuer", "checkSecret", never("if 1"), "6605e7fc91"],
  ),
  ...mutantsOf(
    `${identity}/provider/domains.ts`,
    [sso, "route a domain"],
    ["a domain needs no TXT record", "checkProof", always("if 1"), "d1cdf1473a"],
    ["two organizations verify one domain", "verifyDomain", never("if 1"), "5b7b30b6a7"],
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
    ["a provider signs in addresses of any domain", "requireOwnAddress", always("if 2"), "77f7bf802f"],
  ),
  ...mutantsOf(
    `${identity}/sign-in/sign-in.ts`,
    [sso, "asks for proof"],
    ["an account is linked by its address", "findOrJoin", drop("if 2 > test > operand 2"), "bc0d734560"],
  ),
  ...mutantsOf(
    `${identity}/sign-in/sign-in.ts`,
    [members, "until its owner proves it"],
    ["a former provider signs in who has left", "needsNoProof", always("if 1"), "15f43cc476"],
    ["an ended link is renewed without proof", "needsNoProof", drop("if 1 > test > operand 1"), "0995d9c476"],
  ),
  ...mutantsOf(
    `${identity}/provider/queries.ts`,
    [members, "ends when the provider"],
    ["a ticket outlives the provider's client", "lockProvider", always("if 1"), "2b0f97f251"],
  ),
  ...mutantsOf(
    `${identity}/sign-in/admit.ts`,
    [sso, "removed member"],
    ["a removed member returns by signing in", "admitMember", never("if 4"), "bcf3594edf"],
  ),
  ...mutantsOf(
    `${identity}/sign-in/admit.ts`,
    [scim, "keeps it from signing in"],
    ["a deactivated person signs in", "admitMember", never("if 2"), "28308b4edf"],
  ),
  ...mutantsOf(
    `${identity}/members/join.ts`,
    [members, "gives its team and role"],
    ["signing in drops the invitation's teams", "joinOrg", never("if 1"), "ab269feccb"],
  ),
  ...mutantsOf(
    `${identity}/members/rule-changes.ts`,
    [members, "that people have given"],
    ["rules take over roles that people have given", "listOrgChange", never("if 1"), "7d7baceb95"],
  ),
  ...mutantsOf(
    `${identity}/provider/actions.ts`,
    [required, "when the client secret changes"],
    ["an untested client secret can be required", "isUntested", drop("|| 1 > operand 3"), "5ce6344df6"],
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
    ["SCIM makes someone else's account a member", "provision", never("if 4"), "6f52b1b48c"],
  ),
  ...mutantsOf(
    `${identity}/scim/users.ts`,
    [scim, "nothing of another organization"],
    ["SCIM reaches users of other organizations", "own", drop("call and 1 > argument 1"), "0d06a3e809"],
  ),
  ...mutantsOf(
    `${identity}/scim/groups.ts`,
    [scim, "nothing of another organization"],
    ["SCIM puts users of other organizations in groups", "addMembers", never("if 2"), "2244999a03"],
  ),
  ...mutantsOf(
    `${identity}/scim/provision.ts`,
    [scimAccounts, "whose address is not confirmed"],
    ["SCIM attaches an account with an unconfirmed address", "provision", never("if 3"), "311139b48c"],
  ),
  ...mutantsOf(
    `${identity}/scim/provision.ts`,
    [scimAccounts, "may invite in a day"],
    ["SCIM invites without a limit", "invite", drop("statement 1"), "70a122ad66"],
  ),
  ...mutantsOf(
    `${identity}/members/scim-people.ts`,
    [scimAccounts, "who has taken over the address"],
    [
      "an address inherits the groups of its former owner",
      "selectUsers",
      drop("call and 1 > argument 1"),
      "d1fdc21ce8",
    ],
  ),
  ...mutantsOf(
    "lib/server/access/teams/service.ts",
    [scimAccounts, "that accepts its invitation"],
    ["who accepts an invitation is not the SCIM user's account", "addMember", drop("statement 3"), "1688ffcca5"],
  ),
  ...mutantsOf(
    "lib/server/access/auth/scim-caller.ts",
    [scimAccounts, "revoked while its call waits"],
    ["a revoked SCIM token still writes", "requireValidToken", never("if 1"), "148437fdde"],
  ),
];
