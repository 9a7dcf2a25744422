import { PlanOverview } from "@/components/admin/plan-overview";

export default function Page() {
  return <PlanOverview />;
}
