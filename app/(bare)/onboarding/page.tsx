import type { Metadata } from "next";
import { Onboarding } from "@/components/accounts/onboarding/onboarding";

export const metadata: Metadata = { title: "Welcome" };

export default function Page() {
  return <Onboarding />;
}
