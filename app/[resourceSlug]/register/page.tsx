import type { Metadata } from "next";
import { RegisterPage } from "@/components/accounts/sign-in/register/register-page";

export const metadata: Metadata = { title: "Create an account" };

export default function Page() {
  return <RegisterPage />;
}
