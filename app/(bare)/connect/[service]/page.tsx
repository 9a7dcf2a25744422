import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConnectReturn } from "@/components/datasources/connect/connect-return";
import { oauthServices } from "@/lib/constants/oauth-services";

export const metadata: Metadata = { title: "Connect" };

export default async function Page({ params }: { params: Promise<{ service: string }> }) {
  const { service } = await params;
  const known = oauthServices.find((one) => one === service);
  if (!known) notFound();
  return <ConnectReturn service={known} />;
}
