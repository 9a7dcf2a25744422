"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useAccount } from "@/context/account";
import { useHome } from "@/hooks/account/use-home";
import { useStoredValue } from "@/hooks/page/use-stored-value";
import { sessionToken } from "@/lib/api/tokens/token";
import { sameOriginPath } from "@/lib/utils/paths/same-origin-path";

/**
 * Redirects someone who is already signed in to `goto`, or to their team. Returns whether to hide the form. While the
 * form is being submitted (`submitted`), its response redirects instead.
 */
export function useRedirectSignedIn(goto: string | null, submitted: boolean): boolean {
  const token = useStoredValue(sessionToken);
  const { status } = useAccount();
  const home = useHome();
  const router = useRouter();
  const to = status === "signed-in" && !submitted ? (sameOriginPath(goto) ?? home) : undefined;
  useEffect(() => {
    if (to) router.replace(to);
  }, [to, router]);
  return typeof token === "string" && status !== "failed" && !submitted;
}
