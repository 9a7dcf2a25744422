import type { Metadata } from "next";
import { AddToolPage } from "@/components/tools/tool-page";

export const metadata: Metadata = { title: "New tool" };

export default function Page() {
  return <AddToolPage />;
}
