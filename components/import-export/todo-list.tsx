import Link from "next/link";
import type { ImportTodo } from "@/lib/contract/transfers/schemas";

/** The remaining manual steps, with links. */
export function TodoList({ todo }: { todo: ImportTodo[] }) {
  return (
    <ul aria-label="Next steps" className="grid gap-1.5">
      {todo.map(({ message, href }) => (
        <li key={message} className="wrap-anywhere ml-4 list-disc">
          {href ? (
            <Link href={href} className="text-accent underline underline-offset-2">
              {message}
            </Link>
          ) : (
            message
          )}
        </li>
      ))}
    </ul>
  );
}
