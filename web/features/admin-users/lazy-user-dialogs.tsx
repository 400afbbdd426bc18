import { lazy, Suspense } from "react";
import { loadUserDialogs, type UserDialogsState } from "./use-user-dialogs.ts";

const UserDialogs = lazy(() => loadUserDialogs().then((m) => ({ default: m.UserDialogs })));

/** Loads the code of the dialogs when the first one opens, unless it is preloaded. */
export function LazyUserDialogs({ dialogs }: { dialogs: UserDialogsState }) {
  if (!dialogs.details.subject && !dialogs.form.subject) return null;
  return (
    <Suspense fallback={null}>
      <UserDialogs {...dialogs} />
    </Suspense>
  );
}
