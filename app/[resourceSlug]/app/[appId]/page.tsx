import type { Metadata } from "next";
import { AppOverview } from "@/components/apps/overview/app-overview";
import { ProcessTasks } from "@/components/sessions/process/process-tasks";

export const metadata: Metadata = { title: "App" };

export default async function Page({ params }: { params: Promise<{ resourceSlug: string; appId: string }> }) {
  const { resourceSlug, appId } = await params;
  return <AppOverview key={appId} appId={appId} steps={<ProcessTasks slug={resourceSlug} appId={appId} />} />;
}
