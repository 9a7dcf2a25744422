import type { Metadata } from "next";
import { RegisterPage } from "@/components/accounts/register-page";

export const metadata: Metadata = { title: "Create an account" };

export default function Page() {
  return <RegisterPage />;
}
