"use client";

import { useEndpoint } from "@/hooks/use-endpoint";
import { registration } from "@/lib/contract/calls/registration";
import type { Answer } from "@/lib/contract/endpoint";

export type Registration = Answer<typeof registration.get>;

/** Who may make an account on this server. */
export const useRegistration = () => useEndpoint(registration.get, { navigate: false });

export interface Refusal {
  title: string;
  text: string;
}

/** Why this server takes no account from somebody, or undefined. */
export function refusalOf({ mode }: Registration, invited: boolean): Refusal | undefined {
  if (mode === "closed")
    return {
      title: "This server takes no new accounts",
      text: "Registration is closed. Ask the person who runs this server if you need an account.",
    };
  if (mode === "open" || invited) return undefined;
  return {
    title: "You need an invitation",
    text: "On this server accounts are made by invitation only. Ask a member of your organization for one: the link in it leads on from there.",
  };
}

/** The help of an address that has to end in one of a few ways. */
export const onlyDomains = (domains: readonly string[]): string | undefined =>
  domains.length === 0
    ? undefined
    : `Only addresses at ${new Intl.ListFormat("en", { type: "disjunction" }).format(domains)}.`;

/** Said in the place of a password where the server sends mail. */
export const passwordLater = "You choose your password when you open the link that is mailed to you.";
