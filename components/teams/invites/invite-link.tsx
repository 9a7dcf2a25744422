import { CopyButton } from "@/components/shared/details/copy-button";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { useSendsMail } from "@/hooks/account/use-sends-mail";

interface InviteLinkProps {
  link: string;
  email: string;
  onDone: () => void;
}

/** The link of a new invite, which the server shows once. */
export function InviteLink({ link, email, onDone }: InviteLinkProps) {
  const sendsMail = useSendsMail();
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="wrap-anywhere">
        {sendsMail === false
          ? `Copy this link and send it to ${email}. It is shown only once.`
          : `The invitation was sent to ${email}. You can also share this link. It is shown only once.`}
      </p>
      <Field label="Invitation link">
        <Input readOnly value={link} onFocus={({ target }) => target.select()} />
      </Field>
      <DialogFooter>
        <CopyButton text={link} label="Copy link" showLabel variant="outline" size="default" />
        <Button onClick={onDone}>Done</Button>
      </DialogFooter>
    </div>
  );
}
