import type { Metadata } from "next";
import { EditVariablePage } from "@/components/variables/variable-page";

export const metadata: Metadata = { title: "Variable" };

export default async function Page({ params }: { params: Promise<{ variableId: string }> }) {
  const { variableId } = await params;
  return <EditVariablePage key={variableId} variableId={variableId} />;
}
