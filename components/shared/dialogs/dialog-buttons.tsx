import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";

interface DialogButtonsProps {
  submit: string;
  cancel?: string;
  pending: boolean;
  disabled?: boolean;
  destructive?: boolean;
  onCancel: () => void;
}

/** The footer of a form in a dialog. */
export function DialogButtons({ submit, cancel, pending, disabled, destructive, onCancel }: DialogButtonsProps) {
  return (
    <DialogFooter onCancel={onCancel} cancel={cancel}>
      <Button type="submit" variant={destructive ? "destructive" : "default"} loading={pending} disabled={disabled}>
        {submit}
      </Button>
    </DialogFooter>
  );
}
