import { AccountList } from "@/components/admin/accounts/account-list";

export default function Page() {
  return <AccountList />;
}
