import type { Metadata } from "next";
import { SsoPage } from "@/components/accounts/sign-in/sso/sso-page";

export const metadata: Metadata = { title: "Sign in with SSO" };

export default function Page() {
  return <SsoPage />;
}
