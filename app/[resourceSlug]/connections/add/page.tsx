import type { Metadata } from "next";
import { AddConnection } from "@/components/datasources/add/connection/add-connection";

export const metadata: Metadata = { title: "New connection" };

export default function Page() {
  return <AddConnection />;
}
