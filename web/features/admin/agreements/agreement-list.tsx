import type { Agreement } from "../../../../src/business/traders/agreements/agreement.schema.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { dialog, dialogAbout, useOpenDialog } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { Badge } from "../../../components/badge/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Disclosure } from "../../../components/panel/disclosure.tsx";
import { FormActions } from "../../../components/forms/form-layout.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { AgreementText } from "../../../domain/agreements/agreement-text.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { trpc } from "../../../trpc.ts";

const forms = () => import("./agreement-dialogs.tsx");
const versions = () => import("./version-dialogs.tsx");

export const agreementDialogs = {
  add: dialog(() => forms().then((m) => m.AddAgreementDialog), "agreements.write"),
  version: dialogAbout(
    "agreement",
    () => forms().then((m) => m.AddVersionDialog),
    "agreements.write",
  ),
  compare: dialogAbout("agreement", () => versions().then((m) => m.CompareDialog)),
  "accepted-by": dialogAbout("agreementVersion", () => versions().then((m) => m.AcceptedByDialog)),
};

/** Lists the agreements with their versions. */
export function AgreementList() {
  const query = trpc.admin.agreements.list.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <Loaded query={query} noun="the agreements" skeleton={5}>
      {(agreements) =>
        agreements.length === 0 ? (
          <EmptyState
            icon="document"
            title="No agreements"
            text="Add the texts that traders have to accept, such as the terms of funded accounts."
          />
        ) : (
          <Stack>
            {agreements.map((agreement) => (
              <AgreementPanel key={agreement.id} agreement={agreement} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}

function AgreementPanel({ agreement }: { agreement: Agreement }) {
  const { id, name, archivedAt, versions: all } = agreement;
  const open = useOpenDialog(agreementDialogs);
  const { succeeded, failed } = useAdminOutcome();
  const isArchived = archivedAt !== null;
  const update = trpc.admin.agreements.update.useMutation({
    onSuccess: () => succeeded(isArchived ? "Agreement restored" : "Agreement archived"),
    onError: (error) => failed("The agreement was not changed", error),
  });
  return (
    <Panel
      title={name}
      subtitle={`Version ${all[0]!.version}, added on ${formatMoment(all[0]!.createdAt)} by ${all[0]!.createdBy}`}
      aside={isArchived ? <Badge tone="gray">Archived</Badge> : null}
    >
      {all.map((version) => (
        <Disclosure
          key={version.id}
          summary={`Version ${version.version} · ${formatMoment(version.createdAt)}`}
        >
          <Button size="small" onClick={() => open("accepted-by", version.id)}>
            {`Who Has Accepted Version ${version.version}`}
          </Button>
          <AgreementText text={version.text} />
        </Disclosure>
      ))}
      <FormActions>
        {all.length > 1 ? (
          <Button size="small" onClick={() => open("compare", id)}>
            Compare Versions
          </Button>
        ) : null}
        <PermittedButton
          ability="agreements.write"
          size="small"
          isPending={update.isPending}
          pendingLabel="Saving..."
          onClick={() => update.mutate({ id, archived: !isArchived })}
        >
          {isArchived ? "Restore" : "Archive"}
        </PermittedButton>
        <PermittedButton
          ability="agreements.write"
          size="small"
          onClick={() => open("version", id)}
        >
          New Version
        </PermittedButton>
      </FormActions>
    </Panel>
  );
}
