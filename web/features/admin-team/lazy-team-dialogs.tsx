import { wasAnyOpened } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { usePreload } from "../../app/document/use-preload.ts";
import type { TeamDialogsState } from "./use-team-dialogs.ts";

const TeamDialogs = lazyComponent(() => import("./team-dialogs.tsx").then((m) => m.TeamDialogs));

/** Renders the dialogs, whose code is preloaded, so that the first one opens without a delay. */
export function LazyTeamDialogs(dialogs: TeamDialogsState) {
  usePreload(TeamDialogs.preload);
  if (!wasAnyOpened(dialogs)) return null;
  return <TeamDialogs {...dialogs} />;
}
