import { createFileRoute } from "@tanstack/react-router";
import type { CreatedToken } from "../../../src/identity/tokens/tokens.schema.ts";
import { Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { PermittedButton } from "../../app/session/permitted.tsx";
import { PermittedContent } from "../../app/session/permitted-content.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { tokenDialogs } from "../../features/admin/tokens/token-dialogs.ts";
import { TokenList } from "../../features/admin/tokens/token-list.tsx";

const CreatedTokenDialog = lazyComponent(() =>
  import("../../features/admin/tokens/token-forms.tsx").then((m) => m.CreatedTokenDialog),
);

export const Route = createFileRoute("/admin/tokens")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof tokenDialogs> => raw,
  component: Tokens,
  staticData: { title: "API Tokens" },
});

function Tokens() {
  const open = useOpenDialog(tokenDialogs);
  // A token that is shown once has no address.
  const created = useDialog<CreatedToken>();
  return (
    <>
      <PageHeader
        title="API Tokens"
        subtitle="Access for tools, each limited to its scopes"
        aside={
          <PermittedButton ability="tokens.manage" look="primary" onClick={() => open("create")}>
            <Icon name="plus" size={16} />
            Create Token
          </PermittedButton>
        }
      />
      <PermittedContent to="tokens.manage" title="Only owners see API tokens">
        <TokenList />
      </PermittedContent>
      <Dialogs of={tokenDialogs} with={{ onToken: created.open }} />
      <Opened dialog={created}>
        {(frame, token) => <CreatedTokenDialog {...frame} created={token} />}
      </Opened>
    </>
  );
}
