import type { Metadata } from "next";
import { RedirectPage } from "@/components/accounts/sign-in/redirect-page";

export const metadata: Metadata = { title: "Redirecting" };

export default function Page() {
  return <RedirectPage />;
}
