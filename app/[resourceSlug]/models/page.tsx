import type { Metadata } from "next";
import { ModelList } from "@/components/models/model-list";

export const metadata: Metadata = { title: "Models" };

export default function Page() {
  return <ModelList />;
}
