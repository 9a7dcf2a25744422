import { CheckList, type CheckListProps } from "@/components/shared/form/check-list";

interface CheckGroupProps<V extends string | number> extends CheckListProps<V> {
  /** Label of the group. */
  title: string;
}

/** A group of checkboxes. */
export const CheckGroup = <V extends string | number>({ title, ...list }: CheckGroupProps<V>) => (
  <fieldset>
    <legend className="mb-1 font-medium text-label text-muted">{title}</legend>
    <CheckList {...list} />
  </fieldset>
);
