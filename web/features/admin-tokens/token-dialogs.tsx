import { CreatedTokenDialog } from "./created-token-dialog.tsx";
import { CreateTokenDialog } from "./create-token-dialog.tsx";
import { RevokeTokenDialog } from "./revoke-token-dialog.tsx";
import type { TokenDialogsState } from "./use-token-dialogs.ts";

/** Renders the dialogs for API tokens. */
export function TokenDialogs({ create, created, revoke }: TokenDialogsState) {
  return (
    <>
      {create.key > 0 ? (
        <CreateTokenDialog
          key={create.key}
          isOpen={create.isOpen}
          onClose={create.close}
          onCreated={created.open}
        />
      ) : null}
      {created.subject ? (
        <CreatedTokenDialog
          key={created.key}
          created={created.subject}
          isOpen={created.isOpen}
          onClose={created.close}
        />
      ) : null}
      {revoke.subject ? (
        <RevokeTokenDialog
          key={revoke.key}
          token={revoke.subject}
          isOpen={revoke.isOpen}
          onClose={revoke.close}
        />
      ) : null}
    </>
  );
}
