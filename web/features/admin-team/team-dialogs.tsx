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
      {add.key > 0 ? (
        <AddMemberDialog
          key={`add ${add.key}`}
          isOpen={add.isOpen}
          onClose={add.close}
          onAdded={newKey.open}
        />
      ) : null}
      {change.subject ? (
        <ChangeMemberDialog
          key={`change ${change.key}`}
          member={change.subject}
          isOpen={change.isOpen}
          onClose={change.close}
        />
      ) : null}
      {rename.subject ? (
        <RenameYourselfDialog
          key={`rename ${rename.key}`}
          member={rename.subject}
          isOpen={rename.isOpen}
          onClose={rename.close}
        />
      ) : null}
      {rotate.subject ? (
        <RotateKeyDialog
          key={`rotate ${rotate.key}`}
          member={rotate.subject}
          isOpen={rotate.isOpen}
          onClose={rotate.close}
          onRotated={newKey.open}
        />
      ) : null}
      {revoke.subject ? (
        <RevokeMemberDialog
          key={`revoke ${revoke.key}`}
          member={revoke.subject}
          isOpen={revoke.isOpen}
          onClose={revoke.close}
        />
      ) : null}
      {removeFactor.subject ? (
        <RemoveFactorDialog
          key={`remove factor ${removeFactor.key}`}
          member={removeFactor.subject}
          isOpen={removeFactor.isOpen}
          onClose={removeFactor.close}
        />
      ) : null}
      {sessions.subject ? (
        <MemberSessionsDialog
          key={`sessions ${sessions.key}`}
          member={sessions.subject}
          isOpen={sessions.isOpen}
          onClose={sessions.close}
        />
      ) : null}
      {newKey.subject ? (
        <NewKeyDialog
          key={`key ${newKey.key}`}
          member={newKey.subject}
          isOpen={newKey.isOpen}
          onClose={newKey.close}
        />
      ) : null}
    </>
  );
}
