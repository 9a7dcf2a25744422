import type { Metadata } from "next";
import { WelcomePage } from "@/components/accounts/onboarding/welcome-page";

export const metadata: Metadata = { title: "Choose a team" };

export default function Page() {
  return <WelcomePage />;
}
