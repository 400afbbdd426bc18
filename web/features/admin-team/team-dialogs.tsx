import { Opened } from "../../components/dialog/opened.tsx";
import { AddMemberDialog } from "./add-member-dialog.tsx";
import { ChangeMemberDialog } from "./change-member-dialog.tsx";
import { MemberSessionsDialog } from "./member-sessions-dialog.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { RemoveFactorDialog } from "./remove-factor-dialog.tsx";
import { RenameYourselfDialog } from "./rename-yourself-dialog.tsx";
import { RevokeMemberDialog } from "./revoke-member-dialog.tsx";
import { RotateKeyDialog } from "./rotate-key-dialog.tsx";
import type { TeamDialogsState } from "./use-team-dialogs.ts";

/** Renders the dialogs for managing the team. */
export function TeamDialogs({
  add,
  change,
  rename,
  rotate,
  revoke,
  removeFactor,
  sessions,
  newKey,
}: TeamDialogsState) {
  return (
    <>
      <Opened dialog={add}>
        {(frame) => <AddMemberDialog {...frame} onAdded={newKey.open} />}
      </Opened>
      <Opened dialog={change}>
        {(frame, member) => <ChangeMemberDialog {...frame} member={member} />}
      </Opened>
      <Opened dialog={rename}>
        {(frame, member) => <RenameYourselfDialog {...frame} member={member} />}
      </Opened>
      <Opened dialog={rotate}>
        {(frame, member) => <RotateKeyDialog {...frame} member={member} onRotated={newKey.open} />}
      </Opened>
      <Opened dialog={revoke}>
        {(frame, member) => <RevokeMemberDialog {...frame} member={member} />}
      </Opened>
      <Opened dialog={removeFactor}>
        {(frame, member) => <RemoveFactorDialog {...frame} member={member} />}
      </Opened>
      <Opened dialog={sessions}>
        {(frame, member) => <MemberSessionsDialog {...frame} member={member} />}
      </Opened>
      <Opened dialog={newKey}>
        {(frame, member) => <NewKeyDialog {...frame} member={member} />}
      </Opened>
    </>
  );
}
