import { lazy, Suspense } from "react";
import { loadUserDialogs, type UserDialogsState } from "./use-user-dialogs.ts";

const UserDialogs = lazy(() => loadUserDialogs().then((m) => ({ default: m.UserDialogs })));

/** The dialogs' code comes when the first of them is opened, or a little before. */
export function LazyUserDialogs({ dialogs }: { dialogs: UserDialogsState }) {
  if (!dialogs.details.subject && !dialogs.form.subject) return null;
  return (
    <Suspense fallback={null}>
      <UserDialogs {...dialogs} />
    </Suspense>
  );
}
