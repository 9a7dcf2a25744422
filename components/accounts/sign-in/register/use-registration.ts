"use client";

import { useEndpoint } from "@/hooks/api/use-endpoint";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import { registration } from "@/lib/contract/registration/calls";

type Registration = ResponseBody<typeof registration.get>;

/** Loads who can register on this server. */
export const useRegistration = () => useEndpoint(registration.get, { navigate: false });

export interface Refusal {
  title: string;
  text: string;
}

/** Returns why this server refuses a registration; undefined if it does not. */
export function findRefusal({ mode }: Registration, invited: boolean): Refusal | undefined {
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

/** Returns the help text of an email field that only accepts some domains. */
export const onlyDomains = (domains: readonly string[]): string | undefined =>
  domains.length === 0
    ? undefined
    : `Only addresses at ${new Intl.ListFormat("en", { type: "disjunction" }).format(domains)}.`;

/** Shown instead of a password field if the server sends mail. */
export const passwordLater = "You choose your password when you open the link that is mailed to you.";
