"use client";

import { AppWizard } from "@/components/apps/wizard/app-wizard";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";

const EmbeddedSession = lazyPart(
  async () => (await import("@/components/sessions/conversation/embedded-session")).EmbeddedSession,
);

export default function Page() {
  return (
    <AppWizard
      chat={(slug, sessionId) => (
        <div className="h-[32rem]">
          <Lazy fallback={<Skeleton className="h-full" />}>
            <EmbeddedSession slug={slug} sessionId={sessionId} />
          </Lazy>
        </div>
      )}
    />
  );
}
