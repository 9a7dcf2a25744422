import type { Metadata } from "next";
import { VectorDbList } from "@/components/vectordbs/vectordb-list";

export const metadata: Metadata = { title: "Vector DBs" };

export default function Page() {
  return <VectorDbList />;
}
