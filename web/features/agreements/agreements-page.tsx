import Typography from "@mui/material/Typography";
import type { OwnAgreement } from "../../../src/business/traders/agreements/agreement.schema.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { FormActions } from "../../components/forms/form-layout.tsx";
import { AgreementText } from "../../domain/agreements/agreement-text.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";

/** Lists the agreements of the firm, which the trader reads and accepts. */
export function AgreementsPage() {
  const query = trpc.trader.agreements.list.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <>
      <PageHeader title="Agreements" subtitle="The texts that the firm asks you to accept" />
      <Loaded query={query} noun="the agreements" skeleton={5}>
        {(agreements) =>
          agreements.length === 0 ? (
            <EmptyState
              icon="circleCheck"
              title="No agreements"
              text="The firm asks you to accept nothing."
            />
          ) : (
            <Stack>
              {agreements.map((agreement) => (
                <AgreementPanel key={agreement.versionId} agreement={agreement} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

function AgreementPanel({ agreement }: { agreement: OwnAgreement }) {
  const { name, version, versionId, text, sha256, acceptedAt, acceptedVersion } = agreement;
  const utils = trpc.useUtils();
  const accept = trpc.trader.agreements.accept.useMutation({
    onSuccess: () => {
      showSuccess("Agreement accepted", name);
      return utils.trader.invalidate();
    },
    onError: (error) => {
      showApiError("The agreement was not accepted", error);
      return utils.trader.agreements.invalidate();
    },
  });
  const isAccepted = acceptedVersion === version;
  return (
    <Panel
      title={name}
      subtitle={
        isAccepted && acceptedAt
          ? `Version ${version}, accepted on ${formatMoment(acceptedAt)}`
          : acceptedVersion === null
            ? `Version ${version}`
            : `Version ${version}; you have accepted version ${acceptedVersion}`
      }
      aside={
        <Badge tone={isAccepted ? "green" : "orange"}>
          {isAccepted ? "Accepted" : "To be accepted"}
        </Badge>
      }
    >
      <AgreementText text={text} />
      <FormActions>
        {isAccepted ? (
          <Typography
            component="a"
            href={`/api/user/agreements/${versionId}/copy`}
            target="_blank"
            rel="noopener"
            sx={{ textDecoration: "underline" }}
          >
            Print your copy
          </Typography>
        ) : (
          <Button
            look="primary"
            isPending={accept.isPending}
            pendingLabel="Accepting..."
            onClick={() => accept.mutate({ versionId, sha256 })}
          >
            {`Accept ${name}`}
          </Button>
        )}
      </FormActions>
    </Panel>
  );
}
