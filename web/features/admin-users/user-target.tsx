import { CellLines, CellText } from "../../components/data-table/cells.tsx";
import { displayName } from "../../format/display-name.ts";
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
