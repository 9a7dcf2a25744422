"use client";

import { useState } from "react";
import { Field } from "@/components/shared/field";
import { FormFooter } from "@/components/shared/form-footer";
import { FormSection } from "@/components/shared/form-section";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { usePermission } from "@/hooks/use-permission";
import { useUnsavedGuard } from "@/hooks/use-unsaved-guard";
import type { Member } from "@/lib/contract/members";
import { applyRole, permissionField } from "@/lib/permissions/editor";
import { roleBits, roleName } from "@/lib/permissions/roles";
import { useRoleOptions } from "./invite-dialog";
import { heldWith, sectionsOf } from "./permission-draft";
import { PermissionEditor } from "./permission-editor";
import { type Place, stale } from "./place";
import { ReviewDialog } from "./review-dialog";

interface MemberFormProps {
  place: Place;
  slug: string;
  member: Member;
  /** Nobody may change it: an owner's, or one's own. */
  fixed: boolean;
  onReload: () => void;
}

const ascending = (bits: Iterable<number>): number[] => [...new Set(bits)].sort((a, b) => a - b);

/** The permission editor: a role as a start, each permission by itself, and a look at the change before it is saved. */
export function MemberForm({ place, slug, member, fixed, onReload }: MemberFormProps) {
  const { scope, bits } = place;
  const { account } = useAccount();
  const editor = fixed ? null : (account?.permissions ?? []);
  const why = usePermission().why(bits.edit);
  const stored = ascending(member.permissions);
  const [draft, setDraft] = useState(stored);
  const [search, setSearch] = useState("");
  const [reviewing, setReviewing] = useState(false);
  const save = useAction(place.calls.editMember, {
    invalidate: stale,
    success: "Permissions saved.",
    onSuccess: () => {
      setReviewing(false);
      onReload();
    },
  });
  const changed = draft.join() !== stored.join();
  useUnsavedGuard(changed && !save.done);
  const role = roleName(scope, draft);
  const roles = useRoleOptions(place);
  const choose = (next: string) => {
    const chosen = place.roles.find((one) => one === next);
    if (chosen && editor)
      setDraft(applyRole({ scope, editor, member: member.effective, stored: draft }, roleBits[chosen]));
  };
  const set = (changing: number[], on: boolean) =>
    setDraft(ascending(on ? [...draft, ...changing] : draft.filter((bit) => !changing.includes(bit))));
  const submit = () => {
    const body = Object.fromEntries(draft.map((bit) => [permissionField(bit), "on"]));
    void save.run({ params: { resourceSlug: slug, memberId: member.memberId }, body });
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (changed) setReviewing(true);
      }}
    >
      <FormSection title="Role" description="A role is a start: each permission can be changed by itself below.">
        <Field label="Role">
          <OptionSelect
            value={role}
            disabled={fixed}
            options={[...roles, { value: "Custom", label: "Custom", help: "Permissions of no role.", disabled: true }]}
            onChange={choose}
          />
        </Field>
      </FormSection>
      <Field label="Search permissions">
        <Input type="search" value={search} autoComplete="off" onChange={({ target }) => setSearch(target.value)} />
      </Field>
      <PermissionEditor sections={sectionsOf(member, scope, editor, draft, search)} onChange={set} />
      <FormFooter
        cancel={`/${slug}/${scope}`}
        submit="Review and save"
        pending={save.pending}
        why={why ?? (fixed ? "These permissions cannot be changed." : changed ? undefined : "Nothing is changed yet.")}
      />
      <ReviewDialog
        open={reviewing}
        onOpenChange={setReviewing}
        name={member.name}
        before={heldWith(member, scope, stored)}
        after={heldWith(member, scope, draft)}
        pending={save.pending}
        onConfirm={submit}
      />
    </form>
  );
}
