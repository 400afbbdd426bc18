import { createFileRoute } from "@tanstack/react-router";
import { Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { PermittedButton } from "../../app/session/permitted.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import {
  agreementDialogs,
  AgreementList,
} from "../../features/admin/agreements/agreement-list.tsx";

export const Route = createFileRoute("/admin/agreements")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof agreementDialogs> => raw,
  component: Agreements,
  staticData: { title: "Agreements" },
});

function Agreements() {
  const open = useOpenDialog(agreementDialogs);
  return (
    <>
      <PageHeader
        title="Agreements"
        subtitle="Texts that traders accept, in versions that never change"
        aside={
          <PermittedButton ability="agreements.write" look="primary" onClick={() => open("add")}>
            Add Agreement
          </PermittedButton>
        }
      />
      <AgreementList />
      <Dialogs of={agreementDialogs} />
    </>
  );
}
