import type { Metadata } from "next";
import { EditVectorDbPage } from "@/components/vectordbs/vectordb-page";

export const metadata: Metadata = { title: "Vector DB" };

export default async function Page({ params }: { params: Promise<{ vectorDbId: string }> }) {
  const { vectorDbId } = await params;
  return <EditVectorDbPage key={vectorDbId} vectorDbId={vectorDbId} />;
}
