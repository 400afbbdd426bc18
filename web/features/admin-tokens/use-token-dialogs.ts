import type { ApiTokenView, CreatedToken } from "../../../src/identity/tokens/tokens.schema.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";

export function useTokenDialogs() {
  const create = useDialog<null>();
  const created = useDialog<CreatedToken>();
  const revoke = useDialog<ApiTokenView>();
  return { create, created, revoke };
}

export type TokenDialogsState = ReturnType<typeof useTokenDialogs>;
