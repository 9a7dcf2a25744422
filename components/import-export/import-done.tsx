import Link from "next/link";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import type { ImportTodo } from "@/lib/contract/transfers/schemas";
import { TodoList } from "./todo-list";

/** What remains to be done after an import. */
export function ImportDone({ slug, appId, todo }: { slug: string; appId: string; todo: ImportTodo[] }) {
  return (
    <FormSection
      title="Next steps"
      description={
        todo.length > 0
          ? "Complete these steps before you use the app. Its page lists them until they are done."
          : undefined
      }
    >
      {todo.length > 0 && <TodoList todo={todo} />}
      <FormActions>
        <Button asChild>
          <Link href={`/${slug}/app/${appId}`}>Open app</Link>
        </Button>
      </FormActions>
    </FormSection>
  );
}
