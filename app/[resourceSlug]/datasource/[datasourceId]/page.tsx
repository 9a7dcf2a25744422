import type { Metadata } from "next";
import { DatasourcePage } from "@/components/datasources/datasource-page";

export const metadata: Metadata = { title: "Data source" };

export default async function Page({ params }: { params: Promise<{ datasourceId: string }> }) {
  const { datasourceId } = await params;
  return <DatasourcePage key={datasourceId} datasourceId={datasourceId} />;
}
