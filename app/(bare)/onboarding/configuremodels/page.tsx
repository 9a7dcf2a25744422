import type { Metadata } from "next";
import { ConfigureModels } from "@/components/accounts/configure-models";

export const metadata: Metadata = { title: "Connect a model" };

export default function Page() {
  return <ConfigureModels />;
}
