/** Assigns a role to the people whose claim has the value; without a claim, to everyone who signs in. */
export interface IdentityRule {
  /** A claim of the ID token or of userinfo; `groups` also matches the groups that SCIM sends. */
  claim: string | null;
  /** Compared with the claim, or with each entry of a list. */
  value: string;
  /** Null: the organization. */
  teamId: string | null;
  role: "Team Member" | "Team Admin" | "Org Member" | "Org Admin";
}

export const maxIdentityRules = 100;
export const maxIdentityDomains = 20;
/** So that a token can be replaced without an interruption. */
export const maxScimTokens = 2;
export const maxScimUsers = 100_000;
export const maxScimGroups = 1_000;
export const maxScimGroupMembers = 10_000;
/** Items of a SCIM list. */
export const scimPageMax = 200;
/** Where Muster looks for the TXT record of a domain. */
export const domainProofHost = "_muster";
/** The page to which providers redirect. */
export const ssoPath = "/login/sso";
/** The rule of groups that SCIM sends. */
export const groupsClaim = "groups";
