import { PageSkeleton } from "@/components/shell/shell-states";

export default function Loading() {
  return <PageSkeleton />;
}
