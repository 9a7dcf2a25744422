import { OrgList } from "@/components/admin/organizations/org-list";

export default function Page() {
  return <OrgList />;
}
