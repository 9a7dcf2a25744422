import type { Metadata } from "next";
import { AppList } from "@/components/apps/list/app-list";

export const metadata: Metadata = { title: "Apps" };

export default function Page() {
  return <AppList />;
}
