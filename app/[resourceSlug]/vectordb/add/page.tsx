import type { Metadata } from "next";
import { AddVectorDbPage } from "@/components/vectordbs/vectordb-page";

export const metadata: Metadata = { title: "New vector DB" };

export default function Page() {
  return <AddVectorDbPage />;
}
