import type { Metadata } from "next";
import { EvaluationPage } from "@/components/evaluations/results/evaluation-page";

export const metadata: Metadata = { title: "Evaluation" };

export default async function Page({ params }: { params: Promise<{ evaluationId: string }> }) {
  const { evaluationId } = await params;
  return <EvaluationPage key={evaluationId} evaluationId={evaluationId} />;
}
