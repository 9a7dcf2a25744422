import type { Metadata } from "next";
import { GuideList } from "@/components/guides/guide-list";
import { GuidePage } from "@/components/guides/guide-page";

export const metadata: Metadata = { title: "Guides" };

export default async function Page({ params }: { params: Promise<{ slug?: string[] }> }) {
  const { slug } = await params;
  return slug ? <GuidePage slug={slug.join("/")} /> : <GuideList />;
}
