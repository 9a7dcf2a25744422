import { AdminLog } from "@/components/admin/admin-log";

export default function Page() {
  return <AdminLog />;
}
