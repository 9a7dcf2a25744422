import { QueuePage } from "@/components/admin/queue/queue-page";

export default function Page() {
  return <QueuePage />;
}
