import type { Metadata } from "next";
import { AddProviderPage } from "@/components/models/providers/provider-page";

export const metadata: Metadata = { title: "New provider" };

export default function Page() {
  return <AddProviderPage />;
}
