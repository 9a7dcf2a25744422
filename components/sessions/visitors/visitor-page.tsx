"use client";

import { Link2Off } from "lucide-react";
import { useEffect } from "react";
import { AccentArea } from "@/components/shared/share-links/accent-area";
import { EmptyState } from "@/components/shared/status/empty-state";
import { QueryError } from "@/components/shared/status/error-state";
import { VisitorLiveProvider } from "@/context/visitor-live";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useStoredValue } from "@/hooks/page/use-stored-value";
import { useTitle } from "@/hooks/page/use-title";
import { ApiError } from "@/lib/api/api-error";
import { sessionToken } from "@/lib/api/tokens/token";
import { visitorToken } from "@/lib/api/tokens/visitor-token";
import { shares } from "@/lib/contract/shares/calls";
import { ChatSkeleton } from "../conversation/chat-skeleton";
import { applySite, type SiteSettings } from "../embed/site-settings";
import { VisitorConversations } from "./visitor-conversations";
import { VisitorPassword } from "./visitor-password";

const isUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && ["not_found", "unauthorized", "invalid"].includes(error.code);

interface VisitorPageProps {
  slug: string;
  shareId: string;
  /** What the website that embeds the app says. */
  site?: SiteSettings | undefined;
}

/** The page of a share link, or of an embedded app. */
export function VisitorPage({ slug, shareId, site }: VisitorPageProps) {
  const { data, error, refetch } = useEndpoint(shares.get, {
    params: { resourceSlug: slug, shareId },
    navigate: false,
  });
  const session = useStoredValue(sessionToken);
  const unavailable = isUnavailable(error);
  const name = unavailable ? undefined : data?.shareLink.name;
  useTitle(name ?? "Muster");
  // Drops an expired visitor token, as a signed-in account has access by its session.
  useEffect(() => {
    const token = visitorToken(shareId);
    const expiredToken = token.get();
    if (!unavailable || !expiredToken || !(session || site)) return;
    token.remove(expiredToken);
    void refetch();
  }, [unavailable, shareId, session, site, refetch]);
  if (unavailable) return site ? <ChatNotAvailable /> : <NotAvailable />;
  if (data) {
    const { shareLink } = data;
    return (
      <AccentArea accent={shareLink.accent}>
        {"passwordRequired" in shareLink ? (
          <VisitorPassword slug={slug} shareId={shareId} link={shareLink} />
        ) : (
          // After signing in or out it is another visitor, with other conversations.
          <VisitorLiveProvider key={site ? site.identity : session} shareId={shareId}>
            <VisitorConversations slug={slug} app={applySite(shareLink, site)} identity={site?.identity} />
          </VisitorLiveProvider>
        )}
      </AccentArea>
    );
  }
  return error ? (
    <>
      <h1 className="sr-only">Share link</h1>
      <QueryError error={error} refetch={refetch} />
    </>
  ) : (
    <ChatSkeleton />
  );
}

function ChatNotAvailable() {
  return (
    <div className="m-auto">
      <h1 className="sr-only">Chat not available</h1>
      <EmptyState icon={Link2Off}>This chat isn't available.</EmptyState>
    </div>
  );
}

/** The same text whether the link never existed, has expired, or is not for this visitor. */
function NotAvailable() {
  return (
    <div className="m-auto">
      <h1 className="sr-only">Link not available</h1>
      <EmptyState icon={Link2Off}>
        This link isn't available. Ask the person who shared it for a new one. If it was shared with your email address,
        sign in first.
      </EmptyState>
    </div>
  );
}
