import { lazy, Suspense } from "react";
import { loadTokenDialogs, type TokenDialogsState } from "./use-token-dialogs.ts";

const TokenDialogs = lazy(() => loadTokenDialogs().then((m) => ({ default: m.TokenDialogs })));

/** Renders the dialogs, whose code is loaded on demand. */
export function LazyTokenDialogs(dialogs: TokenDialogsState) {
  if (dialogs.create.key + dialogs.revoke.key === 0) return null;
  return (
    <Suspense fallback={null}>
      <TokenDialogs {...dialogs} />
    </Suspense>
  );
}
