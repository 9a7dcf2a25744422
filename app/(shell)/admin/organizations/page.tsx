import { OrgList } from "@/components/admin/org-list";

export default function Page() {
  return <OrgList />;
}
