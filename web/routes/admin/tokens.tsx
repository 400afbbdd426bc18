import { createFileRoute } from "@tanstack/react-router";
import { Icon } from "../../components/icon/icon.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { LazyTokenDialogs } from "../../features/admin-tokens/lazy-token-dialogs.tsx";
import { TokenList } from "../../features/admin-tokens/token-list.tsx";
import { useTokenDialogs } from "../../features/admin-tokens/use-token-dialogs.ts";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { PermittedContent } from "../../app/session/permitted-content.tsx";

export const Route = createFileRoute("/admin/tokens")({
  component: Tokens,
  staticData: { title: "API Tokens" },
});

function Tokens() {
  const dialogs = useTokenDialogs();
  return (
    <>
      <PageHeader
        title="API Tokens"
        subtitle="Access for tools, each limited to its scopes"
        aside={
          <PermittedButton
            ability="tokens.manage"
            look="primary"
            onClick={() => dialogs.create.open(null)}
          >
            <Icon name="plus" size={16} />
            Create Token
          </PermittedButton>
        }
      />
      <PermittedContent to="tokens.manage" title="Only owners see API tokens">
        <TokenList onRevoke={dialogs.revoke.open} />
      </PermittedContent>
      <LazyTokenDialogs {...dialogs} />
    </>
  );
}
