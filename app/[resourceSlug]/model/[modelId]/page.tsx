import type { Metadata } from "next";
import { EditModelPage } from "@/components/models/model-page";

export const metadata: Metadata = { title: "Model" };

export default async function Page({ params }: { params: Promise<{ modelId: string }> }) {
  const { modelId } = await params;
  return <EditModelPage key={modelId} modelId={modelId} />;
}
