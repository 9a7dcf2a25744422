import type { Metadata } from "next";
import { EditProviderPage } from "@/components/models/providers/provider-page";

export const metadata: Metadata = { title: "Provider" };

export default async function Page({ params }: { params: Promise<{ providerId: string }> }) {
  const { providerId } = await params;
  return <EditProviderPage key={providerId} providerId={providerId} />;
}
