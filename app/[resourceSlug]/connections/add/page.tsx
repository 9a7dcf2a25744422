import type { Metadata } from "next";
import { AddConnection } from "@/components/datasources/add/connection/add-connection";

export const metadata: Metadata = { title: "New data source" };

export default function Page() {
  return <AddConnection />;
}
