import type { Metadata } from "next";
import { ImportPage } from "@/components/transfers/import-page";

export const metadata: Metadata = { title: "Import an app" };

export default function Page() {
  return <ImportPage />;
}
