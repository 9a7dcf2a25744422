import type { Metadata } from "next";
import { SessionPage } from "@/components/sessions/conversation/session-page";

export const metadata: Metadata = { title: "Session" };

interface PageProps {
  params: Promise<{ resourceSlug: string; sessionId: string }>;
}

export default async function Page({ params }: PageProps) {
  const { resourceSlug, sessionId } = await params;
  return <SessionPage key={sessionId} slug={resourceSlug} sessionId={sessionId} />;
}
