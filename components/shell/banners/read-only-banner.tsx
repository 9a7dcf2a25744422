"use client";

import { Banner } from "@/components/shared/status/banner";
import { useAccount } from "@/context/account";

/** Explains the read-only mode: the plan has fewer seats than the organization has members. */
export function ReadOnlyBanner() {
  const { slug, readOnly } = useAccount();
  return (
    slug &&
    readOnly && (
      <Banner tone="warning" className="m-4 mb-0">
        {readOnly}
      </Banner>
    )
  );
}
