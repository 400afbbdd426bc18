import type { Member, MemberWithKey } from "../../../src/identity/team/team.schema.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";

export function useTeamDialogs() {
  const add = useDialog<null>();
  const change = useDialog<Member>();
  const rename = useDialog<Member>();
  const rotate = useDialog<Member>();
  const revoke = useDialog<Member>();
  const removeFactor = useDialog<Member>();
  const sessions = useDialog<Member>();
  const newKey = useDialog<MemberWithKey>();
  return { add, change, rename, rotate, revoke, removeFactor, sessions, newKey };
}

export type TeamDialogsState = ReturnType<typeof useTeamDialogs>;
