import type { Member, MemberWithKey } from "../../../src/identity/team/team.schema.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { usePreload } from "../../document/use-preload.ts";

export const loadTeamDialogs = () => import("./team-dialogs.tsx");

export function useTeamDialogs() {
  const add = useDialog<null>();
  const change = useDialog<Member>();
  const rename = useDialog<Member>();
  const rotate = useDialog<Member>();
  const revoke = useDialog<Member>();
  const removeFactor = useDialog<Member>();
  const sessions = useDialog<Member>();
  const newKey = useDialog<MemberWithKey>();
  // Preloaded, so that the first dialog opens without a delay.
  usePreload(loadTeamDialogs);
  return { add, change, rename, rotate, revoke, removeFactor, sessions, newKey };
}

export type TeamDialogsState = ReturnType<typeof useTeamDialogs>;
