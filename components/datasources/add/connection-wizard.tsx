"use client";

export const connectionSteps = ["Source", "Credentials", "Streams", "Chunks and embedding", "Schedule"];

interface ConnectionWizardProps {
  slug: string;
  source: string;
  draftId: string | null;
  step: number;
  onStep(step: number): void;
}

export function ConnectionWizard(_: ConnectionWizardProps) {
  return null;
}
