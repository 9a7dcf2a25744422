import type { Metadata } from "next";
import { ImportPage } from "@/components/import-export/import-page";

export const metadata: Metadata = { title: "Import an app" };

export default function Page() {
  return <ImportPage />;
}
