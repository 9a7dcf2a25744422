import type { Metadata } from "next";
import { ProviderList } from "@/components/models/providers/provider-list";

export const metadata: Metadata = { title: "Providers" };

export default function Page() {
  return <ProviderList />;
}
