import { wasAnyOpened } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { UserDialogsState } from "./use-user-dialogs.ts";

const UserDialogs = lazyComponent(() => import("./user-dialogs.tsx").then((m) => m.UserDialogs));

/** Renders the dialogs; their code loads with the first of them. */
export function LazyUserDialogs({ dialogs }: { dialogs: UserDialogsState }) {
  const { details, form } = dialogs;
  if (!wasAnyOpened({ details, form })) return null;
  return <UserDialogs {...dialogs} />;
}
