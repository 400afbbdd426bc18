import { Opened } from "../../components/dialog/opened.tsx";
import { CreatedTokenDialog } from "./created-token-dialog.tsx";
import { CreateTokenDialog } from "./create-token-dialog.tsx";
import { RevokeTokenDialog } from "./revoke-token-dialog.tsx";
import type { TokenDialogsState } from "./use-token-dialogs.ts";

/** Renders the dialogs for API tokens. */
export function TokenDialogs({ create, created, revoke }: TokenDialogsState) {
  return (
    <>
      <Opened dialog={create}>
        {(frame) => <CreateTokenDialog {...frame} onCreated={created.open} />}
      </Opened>
      <Opened dialog={created}>
        {(frame, token) => <CreatedTokenDialog {...frame} created={token} />}
      </Opened>
      <Opened dialog={revoke}>
        {(frame, token) => <RevokeTokenDialog {...frame} token={token} />}
      </Opened>
    </>
  );
}
