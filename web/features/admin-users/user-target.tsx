import { CellLines, CellText } from "../../table/grid/cells.tsx";
import { displayName } from "../../domain/format/display-name.ts";
import type { DialogUser } from "./user-dialog.ts";

/** The user that a dialog acts on. */
export function UserTarget({ user }: { user: DialogUser }) {
  return (
    <CellLines>
      <strong>{displayName(user)}</strong>
      {user.fullName ? <CellText look="soft">{user.email}</CellText> : null}
    </CellLines>
  );
}
