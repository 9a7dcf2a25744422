import type { Metadata } from "next";
import { GuideList } from "@/components/guides/guide-list";

export const metadata: Metadata = { title: "Guides" };

export default function Page() {
  return <GuideList />;
}
