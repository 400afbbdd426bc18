import { wasAnyOpened } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { TokenDialogsState } from "./use-token-dialogs.ts";

const TokenDialogs = lazyComponent(() => import("./token-dialogs.tsx").then((m) => m.TokenDialogs));

/** Renders the dialogs; their code loads with the first of them. */
export function LazyTokenDialogs(dialogs: TokenDialogsState) {
  if (!wasAnyOpened(dialogs)) return null;
  return <TokenDialogs {...dialogs} />;
}
