import type { Metadata } from "next";
import { OrgPage } from "@/components/teams/org-page";

export const metadata: Metadata = { title: "Organization" };

export default function Page() {
  return <OrgPage />;
}
