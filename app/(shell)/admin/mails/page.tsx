import { MailList } from "@/components/admin/mails/mail-list";

export default function Page() {
  return <MailList />;
}
