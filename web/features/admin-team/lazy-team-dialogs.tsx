import { wasAnyOpened } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { TeamDialogsState } from "./use-team-dialogs.ts";

const TeamDialogs = lazyComponent(() => import("./team-dialogs.tsx").then((m) => m.TeamDialogs));

/** Renders the dialogs; their code loads with the first of them. */
export function LazyTeamDialogs(dialogs: TeamDialogsState) {
  if (!wasAnyOpened(dialogs)) return null;
  return <TeamDialogs {...dialogs} />;
}
