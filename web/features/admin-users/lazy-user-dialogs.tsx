import { wasAnyOpened } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { usePreload } from "../../app/document/use-preload.ts";
import type { UserDialogsState } from "./use-user-dialogs.ts";

const UserDialogs = lazyComponent(() => import("./user-dialogs.tsx").then((m) => m.UserDialogs));

/** Renders the dialogs, whose code is preloaded, so that the first one opens without a delay. */
export function LazyUserDialogs({ dialogs }: { dialogs: UserDialogsState }) {
  const { details, form } = dialogs;
  usePreload(UserDialogs.preload);
  if (!wasAnyOpened({ details, form })) return null;
  return <UserDialogs {...dialogs} />;
}
