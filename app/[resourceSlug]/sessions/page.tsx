import type { Metadata } from "next";
import { SessionHistory } from "@/components/sessions/session-history";

export const metadata: Metadata = { title: "Session history" };

export default function Page() {
  return <SessionHistory />;
}
