import type { Metadata } from "next";
import { SessionHistory } from "@/components/sessions/history/session-history";

export const metadata: Metadata = { title: "Session history" };

export default function Page() {
  return <SessionHistory />;
}
