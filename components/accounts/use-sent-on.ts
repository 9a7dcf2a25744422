"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useAccount } from "@/context/account";
import { useHome } from "@/hooks/use-home";
import { useStoredValue } from "@/hooks/use-stored-value";
import { sessionToken } from "@/lib/api/token";
import { sameOriginPath } from "@/lib/utils/same-origin-path";

/**
 * Sends a person who is signed in already to `goto`, or to their team. Returns whether the form is out of place. While the
 * form itself is sent (`submitted`), the answer leads on instead.
 */
export function useSentOn(goto: string | null, submitted: boolean): boolean {
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
