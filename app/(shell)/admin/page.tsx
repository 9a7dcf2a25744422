import { HealthPage } from "@/components/admin/health-page";

export default function Page() {
  return <HealthPage />;
}
