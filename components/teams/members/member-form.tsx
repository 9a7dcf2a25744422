"use client";

import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { FormFooter } from "@/components/shared/form/form-footer";
import { FormSection } from "@/components/shared/form/form-section";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { useAccount } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import type { Member } from "@/lib/contract/teams/members";
import { applyRole, permissionField } from "@/lib/permissions/editor";
import { roleBits, roleName } from "@/lib/permissions/roles";
import { useRoleOptions } from "../invites/invite-dialog";
import { type MemberScope, staleResources } from "../member-scope";
import { buildSections, withInherited } from "./permission-draft";
import { PermissionEditor } from "./permission-editor";
import { ReviewDialog } from "./review-dialog";

interface MemberFormProps {
  memberScope: MemberScope;
  slug: string;
  member: Member;
  /** The permissions cannot be changed: an owner's, or the account's own. */
  fixed: boolean;
  onReload: () => void;
}

const ascending = (bits: Iterable<number>): number[] => [...new Set(bits)].sort((a, b) => a - b);

/** The permission editor: a role as preset, single permissions, and a review before saving. */
export function MemberForm({ memberScope, slug, member, fixed, onReload }: MemberFormProps) {
  const { scope, bits } = memberScope;
  const { account } = useAccount();
  const editor = fixed ? null : (account?.permissions ?? []);
  const disabledReason = usePermission().why(bits.edit);
  const stored = ascending(member.permissions);
  const [draft, setDraft] = useState(stored);
  const [search, setSearch] = useState("");
  const [reviewing, setReviewing] = useState(false);
  const save = useAction(memberScope.calls.editMember, {
    invalidate: staleResources,
    success: "Permissions saved.",
    onSuccess: () => {
      setReviewing(false);
      onReload();
    },
  });
  const changed = draft.join() !== stored.join();
  useUnsavedGuard(changed && !save.done);
  const role = roleName(scope, draft);
  const roles = useRoleOptions(memberScope);
  const choose = (next: string) => {
    const chosen = memberScope.roles.find((one) => one === next);
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
      <FormSection title="Role" description="Start with a role, then adjust individual permissions below.">
        <Field label="Role">
          <OptionSelect
            value={role}
            disabled={fixed}
            options={[...roles, { value: "Custom", label: "Custom", help: "Doesn't match a role.", disabled: true }]}
            onChange={choose}
          />
        </Field>
      </FormSection>
      <Field label="Search permissions">
        <Input type="search" value={search} autoComplete="off" onChange={({ target }) => setSearch(target.value)} />
      </Field>
      <PermissionEditor sections={buildSections(member, scope, editor, draft, search)} onChange={set} />
      <FormFooter
        cancel={`/${slug}/${scope}`}
        submit="Review and save"
        pending={save.pending}
        disabledReason={
          disabledReason ?? (fixed ? "These permissions can't be changed." : changed ? undefined : "No changes yet.")
        }
      />
      <ReviewDialog
        open={reviewing}
        onOpenChange={setReviewing}
        name={member.name}
        before={withInherited(member, scope, stored)}
        after={withInherited(member, scope, draft)}
        pending={save.pending}
        onConfirm={submit}
      />
    </form>
  );
}
