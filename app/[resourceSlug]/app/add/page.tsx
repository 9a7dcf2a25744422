import type { Metadata } from "next";
import { AppWizard } from "@/components/apps/wizard/app-wizard";

export const metadata: Metadata = { title: "New app" };

export default function Page() {
  return <AppWizard />;
}
