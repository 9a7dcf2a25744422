import type { Metadata } from "next";
import { TracePage } from "@/components/sessions/trace/trace-page";

export const metadata: Metadata = { title: "Trace" };

interface PageProps {
  params: Promise<{ resourceSlug: string; sessionId: string }>;
}

export default async function Page({ params }: PageProps) {
  const { resourceSlug, sessionId } = await params;
  return <TracePage key={sessionId} slug={resourceSlug} sessionId={sessionId} />;
}
