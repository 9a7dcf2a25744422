import { MailList } from "@/components/admin/mail-list";

export default function Page() {
  return <MailList />;
}
