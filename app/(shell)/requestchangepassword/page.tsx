import type { Metadata } from "next";
import { RequestChangePage } from "@/components/accounts/sign-in/password/request-change-page";

export const metadata: Metadata = { title: "Reset your password" };

export default function Page() {
  return <RequestChangePage />;
}
