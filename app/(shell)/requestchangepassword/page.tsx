import type { Metadata } from "next";
import { RequestChangePage } from "@/components/accounts/request-change-page";

export const metadata: Metadata = { title: "Forgotten password" };

export default function Page() {
  return <RequestChangePage />;
}
