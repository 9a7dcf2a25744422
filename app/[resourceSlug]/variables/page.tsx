import type { Metadata } from "next";
import { VariableList } from "@/components/variables/variable-list";

export const metadata: Metadata = { title: "Variables" };

export default function Page() {
  return <VariableList />;
}
