import type { Metadata } from "next";
import { AuthorizePage } from "@/components/accounts/authorize/authorize-page";

export const metadata: Metadata = { title: "Allow access" };

export default function Page() {
  return <AuthorizePage />;
}
