"use client";

import { AppWizard } from "@/components/apps/app-wizard";
import { EmbeddedSession } from "@/components/sessions/embedded-session";

export default function Page() {
  return <AppWizard chat={(slug, sessionId) => <EmbeddedSession slug={slug} sessionId={sessionId} />} />;
}
