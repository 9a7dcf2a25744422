import { PlanOverview } from "@/components/admin/organizations/plan-overview";

export default function Page() {
  return <PlanOverview />;
}
