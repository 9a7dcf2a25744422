"use client";

import { Banner } from "@/components/shared/banner";
import { useAccount } from "@/context/account";

/** Says why nothing can be changed: the plan has fewer seats than the organisation has members. */
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
