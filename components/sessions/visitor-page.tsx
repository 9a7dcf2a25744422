"use client";

import { Link2Off } from "lucide-react";
import { useEffect } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { ErrorState } from "@/components/shared/error-state";
import { VisitorLiveProvider } from "@/context/visitor-live";
import { useEndpoint } from "@/hooks/use-endpoint";
import { useStoredValue } from "@/hooks/use-stored-value";
import { useTitle } from "@/hooks/use-title";
import { ApiError, errorMessage } from "@/lib/api/api-error";
import { sessionToken } from "@/lib/api/token";
import { visitorToken } from "@/lib/api/visitor-token";
import { shares } from "@/lib/contract/calls/shares";
import { ChatSkeleton } from "./chat-skeleton";
import { VisitorConversations } from "./visitor-conversations";

const isOver = (error: unknown): boolean =>
  error instanceof ApiError && ["not_found", "unauthorized", "invalid"].includes(error.code);

/** What a share link opens: the app, for whoever has come by it. */
export function VisitorPage({ slug, shareId }: { slug: string; shareId: string }) {
  const { data, error, refetch } = useEndpoint(shares.get, {
    params: { resourceSlug: slug, shareId },
    navigate: false,
  });
  const session = useStoredValue(sessionToken);
  const over = isOver(error);
  const name = over ? undefined : data?.shareLink.name;
  useTitle(name ?? "Muster");
  // A visitor's token that has ended names nobody; the session, which may go on, lets its owner in by name.
  useEffect(() => {
    const stored = visitorToken(shareId);
    const ended = stored.get();
    if (!over || !ended || !session) return;
    stored.remove(ended);
    void refetch();
  }, [over, shareId, session, refetch]);
  if (over) return <NotAvailable />;
  if (data)
    return (
      // Whoever signs in or out here is another visitor, with other conversations.
      <VisitorLiveProvider key={session} shareId={shareId}>
        <VisitorConversations slug={slug} app={data.shareLink} />
      </VisitorLiveProvider>
    );
  return error ? (
    <>
      <h1 className="sr-only">Shared link</h1>
      <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} />
    </>
  ) : (
    <ChatSkeleton />
  );
}

/** The same whether the link never was, has ended, or is not for whoever asks. */
function NotAvailable() {
  return (
    <div className="m-auto">
      <h1 className="sr-only">Link not available</h1>
      <EmptyState icon={Link2Off}>
        This link is not available. Ask whoever gave it to you for another one. If it was given to you by name, sign in
        first.
      </EmptyState>
    </div>
  );
}
