import { AccountList } from "@/components/admin/account-list";

export default function Page() {
  return <AccountList />;
}
