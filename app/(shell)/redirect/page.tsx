import type { Metadata } from "next";
import { RedirectPage } from "@/components/accounts/sign-in/redirect-page";

export const metadata: Metadata = { title: "Going on" };

export default function Page() {
  return <RedirectPage />;
}
