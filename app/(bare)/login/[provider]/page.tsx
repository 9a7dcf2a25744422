import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ProviderReturn } from "@/components/accounts/sign-in/provider/provider-return";
import { oauthProviders } from "@/lib/constants/oauth";

export const metadata: Metadata = { title: "Sign in" };

export default async function Page({ params }: { params: Promise<{ provider: string }> }) {
  const { provider } = await params;
  const known = oauthProviders.find((one) => one === provider);
  if (!known) notFound();
  return <ProviderReturn provider={known} />;
}
