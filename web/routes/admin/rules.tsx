import { createFileRoute } from "@tanstack/react-router";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { Permitted } from "../../app/session/permitted.tsx";
import { LinkButton } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { RuleSetList, rulesDialogs } from "../../features/admin/rules/rule-set-list.tsx";

export const Route = createFileRoute("/admin/rules")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof rulesDialogs> => raw,
  loader: () => void prefetcher.admin.rules.list.prefetch(),
  component: Rules,
  staticData: { title: "Rules" },
});

function Rules() {
  return (
    <>
      <PageHeader
        title="Rules"
        subtitle="Rule sets and their versions, which never change. Each stage uses one version."
        aside={
          <>
            <LinkButton to="/admin/calendar">Economic Calendar</LinkButton>
            <Permitted to="rules.write">
              <LinkButton to="/admin/rules/edit" look="primary">
                <Icon name="plus" size={16} />
                New Rule Set
              </LinkButton>
            </Permitted>
          </>
        }
      />
      <RuleSetList />
      <Dialogs of={rulesDialogs} />
    </>
  );
}
