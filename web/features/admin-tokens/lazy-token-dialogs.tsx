import { wasAnyOpened } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { usePreload } from "../../app/document/use-preload.ts";
import type { TokenDialogsState } from "./use-token-dialogs.ts";

const TokenDialogs = lazyComponent(() => import("./token-dialogs.tsx").then((m) => m.TokenDialogs));

/** Renders the dialogs, whose code is preloaded, so that the first one opens without a delay. */
export function LazyTokenDialogs(dialogs: TokenDialogsState) {
  usePreload(TokenDialogs.preload);
  if (!wasAnyOpened(dialogs)) return null;
  return <TokenDialogs {...dialogs} />;
}
