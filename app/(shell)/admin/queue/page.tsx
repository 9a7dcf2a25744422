import { QueuePage } from "@/components/admin/queue-page";

export default function Page() {
  return <QueuePage />;
}
