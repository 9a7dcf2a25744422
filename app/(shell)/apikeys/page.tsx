import type { Metadata } from "next";
import { KeyList } from "@/components/apikeys/key-list";

export const metadata: Metadata = { title: "API keys" };

export default function Page() {
  return <KeyList />;
}
