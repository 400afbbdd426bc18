import { lazy, Suspense } from "react";
import { loadTeamDialogs, type TeamDialogsState } from "./use-team-dialogs.ts";

const TeamDialogs = lazy(() => loadTeamDialogs().then((m) => ({ default: m.TeamDialogs })));

/** Renders the dialogs, whose code is loaded on demand. */
export function LazyTeamDialogs(dialogs: TeamDialogsState) {
  if (Object.values(dialogs).every(({ key }) => key === 0)) return null;
  return (
    <Suspense fallback={null}>
      <TeamDialogs {...dialogs} />
    </Suspense>
  );
}
