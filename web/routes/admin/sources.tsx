import { createFileRoute } from "@tanstack/react-router";
import type { SourceWithSecret } from "../../../src/business/decisions/orders/source.schema.ts";
import { Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { PermittedButton } from "../../app/session/permitted.tsx";
import { PermittedContent } from "../../app/session/permitted-content.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { sourceDialogs } from "../../features/admin/sources/source-dialogs.ts";
import { SourceList } from "../../features/admin/sources/source-list.tsx";

const CreatedSourceDialog = lazyComponent(() =>
  import("../../features/admin/sources/source-forms.tsx").then((m) => m.CreatedSourceDialog),
);

export const Route = createFileRoute("/admin/sources")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof sourceDialogs> => raw,
  component: Sources,
  staticData: { title: "Sources" },
});

function Sources() {
  const open = useOpenDialog(sourceDialogs);
  const navigate = Route.useNavigate();
  // A secret that is shown once has no address.
  const created = useDialog<SourceWithSecret>();
  return (
    <>
      <PageHeader
        title="Sources"
        subtitle="Shops, and services that check identities, whose signed messages arrive here"
        aside={
          <PermittedButton ability="sources.manage" look="primary" onClick={() => open("add")}>
            <Icon name="plus" size={16} />
            Add Source
          </PermittedButton>
        }
      />
      <PermittedContent to="sources.map" title="Only owners and risk managers see sources">
        <SourceList />
      </PermittedContent>
      <Dialogs of={sourceDialogs} with={{ onSecret: created.open }} />
      <Opened dialog={created}>
        {({ onClose, ...frame }, source) => (
          <CreatedSourceDialog
            {...frame}
            source={source}
            onClose={() => {
              onClose();
              void navigate({ to: "/admin/sources/$id", params: { id: String(source.id) } });
            }}
          />
        )}
      </Opened>
    </>
  );
}
