"use client";

import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { sameOriginPath } from "@/lib/utils/paths/same-origin-path";
import { BareCard } from "./bare-card";

/** `/redirect?to=`: redirects to a path of this site only. */
export function RedirectPage() {
  const router = useRouter();
  const to = sameOriginPath(useSearchParams().get("to"));
  useEffect(() => {
    if (to) router.replace(to);
  }, [to, router]);
  if (to) return <p role="status">Redirecting…</p>;
  return (
    <BareCard title="Invalid link" text="Redirect links can only open pages in Muster.">
      <Button asChild>
        <Link href="/">Go to home page</Link>
      </Button>
    </BareCard>
  );
}
