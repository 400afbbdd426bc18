import { lazy, Suspense } from "react";
import { loadTokenDialogs, type TokenDialogsState } from "./use-token-dialogs.ts";

const TokenDialogs = lazy(() => loadTokenDialogs().then((m) => ({ default: m.TokenDialogs })));

/** The dialogs, whose code is fetched only if one opens. */
export function LazyTokenDialogs(dialogs: TokenDialogsState) {
  if (dialogs.create.key + dialogs.revoke.key === 0) return null;
  return (
    <Suspense fallback={null}>
      <TokenDialogs {...dialogs} />
    </Suspense>
  );
}
