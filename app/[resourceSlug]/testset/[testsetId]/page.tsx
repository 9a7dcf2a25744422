import type { Metadata } from "next";
import { TestSetPage } from "@/components/evaluations/sets/set-page";

export const metadata: Metadata = { title: "Test set" };

export default async function Page({ params }: { params: Promise<{ testsetId: string }> }) {
  const { testsetId } = await params;
  return <TestSetPage key={testsetId} testsetId={testsetId} />;
}
