import type { Metadata } from "next";
import { EditAppPage } from "@/components/apps/form/app-edit";

export const metadata: Metadata = { title: "Edit app" };

export default async function Page({ params }: { params: Promise<{ appId: string }> }) {
  const { appId } = await params;
  return <EditAppPage key={appId} appId={appId} />;
}
