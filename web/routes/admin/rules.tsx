import { createFileRoute } from "@tanstack/react-router";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { LinkButton } from "../../components/button/button.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { LazyVersionDialog } from "../../features/admin-rules/lazy-version-dialog.tsx";
import { RuleSetList, type ViewedVersion } from "../../features/admin-rules/rule-set-list.tsx";
import { Permitted } from "../../app/session/permitted.tsx";

export const Route = createFileRoute("/admin/rules")({
  loader: () => void prefetcher.admin.rules.list.prefetch(),
  component: Rules,
  staticData: { title: "Rules" },
});

function Rules() {
  const dialog = useDialog<ViewedVersion>();
  return (
    <>
      <PageHeader
        title="Rules"
        subtitle="Rule sets and their versions, which never change. Each stage uses one version."
        aside={
          <Permitted to="rules.write">
            <LinkButton to="/admin/rules/edit" look="primary">
              <Icon name="plus" size={16} />
              New Rule Set
            </LinkButton>
          </Permitted>
        }
      />
      <RuleSetList onView={dialog.open} />
      <LazyVersionDialog dialog={dialog} />
    </>
  );
}
