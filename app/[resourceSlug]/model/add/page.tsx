import type { Metadata } from "next";
import { AddModelPage } from "@/components/models/model-page";

export const metadata: Metadata = { title: "New model" };

export default function Page() {
  return <AddModelPage />;
}
