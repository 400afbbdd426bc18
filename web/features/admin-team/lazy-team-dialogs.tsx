import { lazy, Suspense } from "react";
import { loadTeamDialogs, type TeamDialogsState } from "./use-team-dialogs.ts";

const TeamDialogs = lazy(() => loadTeamDialogs().then((m) => ({ default: m.TeamDialogs })));

/** The dialogs, whose code is fetched only if one opens. */
export function LazyTeamDialogs(dialogs: TeamDialogsState) {
  if (Object.values(dialogs).every(({ key }) => key === 0)) return null;
  return (
    <Suspense fallback={null}>
      <TeamDialogs {...dialogs} />
    </Suspense>
  );
}
