import type { Metadata } from "next";
import { VerifyPage } from "@/components/accounts/sign-in/register/verify-page";

export const metadata: Metadata = { title: "Confirm your email address" };

export default function Page() {
  return <VerifyPage />;
}
