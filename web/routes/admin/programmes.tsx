import { createFileRoute } from "@tanstack/react-router";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { Permitted } from "../../app/session/permitted.tsx";
import { LinkButton } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import {
  programmeDialogs,
  ProgrammeList,
} from "../../features/admin/programmes/programme-list.tsx";

export const Route = createFileRoute("/admin/programmes")({
  validateSearch: (
    raw: Record<string, unknown>,
  ): { archived?: unknown } & DialogSearch<typeof programmeDialogs> => raw,
  loader: () => void prefetcher.admin.rules.list.prefetch(),
  component: Programmes,
  staticData: { title: "Programmes" },
});

function Programmes() {
  const archived = Route.useSearch().archived === true;
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
      <Dialogs of={programmeDialogs} />
    </>
  );
}
