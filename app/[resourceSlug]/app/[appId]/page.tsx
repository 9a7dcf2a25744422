import type { Metadata } from "next";
import { AppOverview } from "@/components/apps/overview/app-overview";

export const metadata: Metadata = { title: "App" };

export default async function Page({ params }: { params: Promise<{ appId: string }> }) {
  const { appId } = await params;
  return <AppOverview key={appId} appId={appId} />;
}
