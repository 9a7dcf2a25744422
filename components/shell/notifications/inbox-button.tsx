"use client";

import { Inbox } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { useAccount } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { inbox } from "@/lib/contract/inbox/calls";

const maxShown = 99;

/** Link to the inbox, with the number of requests that the account can answer. */
export function InboxButton() {
  const { linkSlug, managed } = useAccount();
  const slug = managed ? "" : (linkSlug ?? "");
  const { data } = useEndpoint(inbox.list, {
    params: { resourceSlug: slug },
    query: { limit: 1 },
    enabled: slug !== "",
  });
  if (!slug) return null;
  const count = data?.count ?? 0;
  const name = count === 0 ? "Inbox" : `Inbox: ${count} waiting for your response`;
  return (
    <Button asChild variant="ghost" size="icon" className="relative">
      <Link href={`/${slug}/inbox`} aria-label={name} title="Inbox">
        <Inbox aria-hidden className="size-4" />
        {count > 0 && (
          <span
            aria-hidden
            className="absolute top-0 right-0 min-w-4 rounded-full bg-accent px-1 text-center text-accent-contrast text-label tabular-nums"
          >
            {Math.min(count, maxShown)}
          </span>
        )}
      </Link>
    </Button>
  );
}
