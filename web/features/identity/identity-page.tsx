import { requiredSides } from "../../../src/business/traders/identity/identity.rule.ts";
import type { Identity } from "../../../src/business/traders/identity/identity.schema.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";
import { FactsForm } from "./facts-form.tsx";
import { PicturesPanel } from "./pictures-panel.tsx";
import { SubmitPanel } from "./submit-panel.tsx";

/** The trader proves their identity in three steps, which can be left and resumed. */
export function IdentityPage() {
  const query = trpc.trader.identity.get.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <>
      <PageHeader
        title="Identity"
        subtitle="Your details and documents. They are stored encrypted, and only the firm sees them."
      />
      <Loaded query={query} noun="your identity" skeleton={6}>
        {(identity) => (
          <Stack>
            <StatusNotice identity={identity} />
            {canEdit(identity) ? <FactsForm identity={identity} /> : null}
            {identity.status === "draft" ? <DraftSteps identity={identity} /> : null}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

/** The second and the third step. */
function DraftSteps({ identity }: { identity: Identity }) {
  const { data: asked } = trpc.trader.gates.asked.useQuery();
  const needed = requiredSides(identity.documentKind ?? "passport", asked?.pictures ?? []);
  const missing = needed.filter((side) => identity.files.every((file) => file.side !== side));
  return (
    <>
      <PicturesPanel identity={identity} needed={needed} />
      <SubmitPanel missing={missing} />
    </>
  );
}

const canEdit = ({ status, attemptsLeft }: Identity) =>
  attemptsLeft > 0 && status !== "submitted" && status !== "approved";

function StatusNotice({ identity }: { identity: Identity }) {
  const { status, reason, attemptsLeft, submittedAt, expiresAt } = identity;
  const attempts = `${attemptsLeft} ${attemptsLeft === 1 ? "attempt is" : "attempts are"} left.`;
  switch (status) {
    case "none":
    case "draft":
      return (
        <Notice tone="info" title="Not sent yet">
          {`What you save stays, so you can leave and continue later. ${attempts}`}
        </Notice>
      );
    case "submitted":
      return (
        <Notice tone="info" title="Your identity is being checked">
          {submittedAt
            ? `Sent on ${formatMoment(submittedAt)}. You are notified of the result.`
            : null}
        </Notice>
      );
    case "approved":
      return (
        <Notice tone="info" title="Your identity is approved">
          {expiresAt ? `Until ${formatMoment(expiresAt)}.` : "You need not do anything."}
        </Notice>
      );
    case "rejected":
      return (
        <Notice tone="danger" title="Your identity was rejected">
          {`${reason ?? ""} ${attempts}${attemptsLeft === 0 ? " Please contact us." : ""}`}
        </Notice>
      );
    default:
      return (
        <Notice tone="warning" title="Your identity is needed again">
          {reason ?? "The approval has ended."}
        </Notice>
      );
  }
}
