import type { Metadata } from "next";
import { AddTaskPage } from "@/components/tasks/task-page";

export const metadata: Metadata = { title: "New task" };

export default function Page() {
  return <AddTaskPage />;
}
