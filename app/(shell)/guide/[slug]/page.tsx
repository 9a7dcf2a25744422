import type { Metadata } from "next";
import { GuidePage } from "@/components/guides/guide-page";

export const metadata: Metadata = { title: "Guide" };

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  return <GuidePage slug={(await params).slug} />;
}
