import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useId } from "react";
import { Button } from "../button/button.tsx";
import { DialogFrame } from "./dialog-frame.tsx";

export interface DiscardDialogProps {
  isOpen: boolean;
  closesOnBack?: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before unsaved changes are lost. */
export function DiscardDialog({ isOpen, closesOnBack, onKeep, onDiscard }: DiscardDialogProps) {
  const titleId = useId();
  return (
    <DialogFrame titleId={titleId} isOpen={isOpen} onClose={onKeep} closesOnBack={closesOnBack}>
      <DialogTitle id={titleId}>Discard changes?</DialogTitle>
      <DialogContent>
        <p>Your changes have not been saved.</p>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onKeep}>
          Keep Editing
        </Button>
        <Button look="danger" onClick={onDiscard}>
          Discard
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
