import { createFileRoute } from "@tanstack/react-router";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { LinkButton } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { ProgrammeList } from "../../features/admin-programmes/programme-list.tsx";
import { Permitted } from "../../app/session/permitted.tsx";

export const Route = createFileRoute("/admin/programmes")({
  validateSearch: (raw: Record<string, unknown>): { archived?: true } =>
    raw.archived === true ? { archived: true } : {},
  loader: () => void prefetcher.admin.rules.list.prefetch(),
  component: Programmes,
  staticData: { title: "Programmes" },
});

function Programmes() {
  const { archived = false } = Route.useSearch();
  return (
    <>
      <PageHeader
        title="Programmes"
        subtitle="The ladders of stages that the firm offers. An account keeps the version with which it started."
        aside={
          <Permitted to="rules.write">
            <LinkButton to="/admin/programmes/edit" look="primary">
              <Icon name="plus" size={16} />
              New Programme
            </LinkButton>
          </Permitted>
        }
      />
      <ProgrammeList archived={archived} />
    </>
  );
}
