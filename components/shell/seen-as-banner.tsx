"use client";

import { usePathname, useRouter } from "next/navigation";
import { Banner } from "@/components/shared/banner";
import { useAccount } from "@/context/account";

/** Says that the page shows what another member may do, and leads back. */
export function SeenAsBanner() {
  const { seenAs, account } = useAccount();
  const path = usePathname();
  const router = useRouter();
  if (!seenAs || !account || seenAs === account._id) return null;
  return (
    <Banner className="m-4 mb-0" action={{ label: "See it as yourself", onSelect: () => router.replace(path) }}>
      You see this page with another member's permissions. Nothing can be done in their name.
    </Banner>
  );
}
