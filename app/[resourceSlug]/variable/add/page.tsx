import type { Metadata } from "next";
import { AddVariablePage } from "@/components/variables/variable-page";

export const metadata: Metadata = { title: "New variable" };

export default async function Page({ searchParams }: { searchParams: Promise<{ name?: string | string[] }> }) {
  const { name } = await searchParams;
  return <AddVariablePage name={typeof name === "string" ? name : ""} />;
}
