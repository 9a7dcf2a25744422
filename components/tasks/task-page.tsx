"use client";

import { EditPage } from "@/components/shared/page/edit-page";
import { PageHeader } from "@/components/shared/page/page-header";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { tasks } from "@/lib/contract/tasks/calls";
import { TaskForm } from "./task-form";

const toBackLink = (slug: string) => ({ href: `/${slug}/tasks`, label: "Tasks" });

export function AddTaskPage() {
  const slug = useTeamSlug();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="New task" back={toBackLink(slug)} />
      <TaskForm slug={slug} />
    </div>
  );
}

export function EditTaskPage({ taskId }: { taskId: string }) {
  const slug = useTeamSlug();
  const query = useEndpoint(tasks.get, { params: { resourceSlug: slug, taskId } });
  return (
    <EditPage query={query} back={toBackLink(slug)} title={({ task }) => task.name}>
      {({ task }, reload) => <TaskForm key={task.version} slug={slug} task={task} onReload={reload} />}
    </EditPage>
  );
}
