import type { Metadata } from "next";
import { EditToolPage } from "@/components/tools/tool-page";

export const metadata: Metadata = { title: "Tool" };

export default async function Page({ params }: { params: Promise<{ toolId: string }> }) {
  const { toolId } = await params;
  return <EditToolPage key={toolId} toolId={toolId} />;
}
