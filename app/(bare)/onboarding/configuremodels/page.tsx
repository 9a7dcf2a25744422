import type { Metadata } from "next";
import { ConfigureModels } from "@/components/accounts/onboarding/configure-models";

export const metadata: Metadata = { title: "Connect a model" };

export default function Page() {
  return <ConfigureModels />;
}
