"use client";

import { AppWizard } from "@/components/apps/app-wizard";
import { Lazy } from "@/components/shared/lazy";
import { lazyPart } from "@/components/shared/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";

const EmbeddedSession = lazyPart(async () => (await import("@/components/sessions/embedded-session")).EmbeddedSession);

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
