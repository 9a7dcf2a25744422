import type { Metadata } from "next";
import { ChangePasswordPage } from "@/components/accounts/sign-in/password/change-password-page";

export const metadata: Metadata = { title: "Change your password" };

export default function Page() {
  return <ChangePasswordPage />;
}
