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
      title: "Registration is closed",
      text: "Ask your server administrator if you need an account.",
    };
  if (mode === "open" || invited) return undefined;
  return {
    title: "Invitation required",
    text: "Accounts on this server are by invitation only. Ask a member of your organization for an invitation link.",
  };
}

/** Returns the help text of an email field that only accepts some domains. */
export const onlyDomains = (domains: readonly string[]): string | undefined =>
  domains.length === 0
    ? undefined
    : `Use an email address at ${new Intl.ListFormat("en", { type: "disjunction" }).format(domains)}.`;

/** Shown instead of a password field if the server sends mail. */
export const passwordLater = "You'll choose your password when you open the link we email you.";
