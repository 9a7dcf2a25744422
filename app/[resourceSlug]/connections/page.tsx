import type { Metadata } from "next";
import { ConnectionList } from "@/components/datasources/connection-list";

export const metadata: Metadata = { title: "Connections" };

export default function Page() {
  return <ConnectionList />;
}
