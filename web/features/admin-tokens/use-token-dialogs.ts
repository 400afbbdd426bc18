import type { ApiTokenView, CreatedToken } from "../../../src/identity/tokens/tokens.schema.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { usePreload } from "../../document/use-preload.ts";

export const loadTokenDialogs = () => import("./token-dialogs.tsx");

export function useTokenDialogs() {
  const create = useDialog<null>();
  const created = useDialog<CreatedToken>();
  const revoke = useDialog<ApiTokenView>();
  // Preloaded, so that the first dialog opens without a delay.
  usePreload(loadTokenDialogs);
  return { create, created, revoke };
}

export type TokenDialogsState = ReturnType<typeof useTokenDialogs>;
