import { AddLink } from "@/components/shared/page/add-link";

const braced = (names: readonly string[]) => new Intl.ListFormat("en").format(names.map((name) => `{${name}}`));

interface NameNoteProps {
  id: string;
  unknown: readonly string[];
  secret: readonly string[];
  /** Path to add the first unknown variable; undefined without the permission. */
  addHref: ((name: string) => string) | undefined;
}

/** Explains the underlined names. Always rendered, so that screen readers announce its content. */
export function NameNote({ id, unknown, secret, addHref }: NameNoteProps) {
  const [first] = unknown;
  return (
    <div id={id} role="status" className="text-secondary text-warning empty:hidden">
      {secret.length > 0 && (
        <p>
          {secret.length === 1
            ? `${braced(secret)} is secret and can't be used in a prompt.`
            : `${braced(secret)} are secret and can't be used in a prompt.`}
        </p>
      )}
      {first !== undefined && (
        <p>
          {unknown.length === 1
            ? `No variable named ${braced(unknown)}, so it isn't replaced. `
            : `No variables named ${braced(unknown)}, so they aren't replaced. `}
          {addHref && <AddLink href={addHref(first)}>{`Create ${first}`}</AddLink>}
        </p>
      )}
    </div>
  );
}
