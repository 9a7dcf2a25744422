import type { Metadata } from "next";
import { ToolList } from "@/components/tools/tool-list";

export const metadata: Metadata = { title: "Tools" };

export default function Page() {
  return <ToolList />;
}
