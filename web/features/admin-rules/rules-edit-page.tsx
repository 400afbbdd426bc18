import { Link } from "@tanstack/react-router";
import { readApiError } from "../../api-client/api-error.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { useSubjectTitle } from "../../document/page-title.ts";
import { shorten } from "../../format/shorten.ts";
import { trpc } from "../../trpc.ts";
import { RulesEditor } from "./rules-editor.tsx";

export function NewRuleSetPage() {
  return (
    <>
      <BackToRules />
      <PageHeader
        title="New Rule Set"
        subtitle="Versions never change, so a verdict can always be reproduced."
      />
      <RulesEditor set={undefined} />
    </>
  );
}

export function NewVersionPage({ id }: { id: number }) {
  const set = trpc.admin.rules.get.useQuery({ id }, { staleTime: 0, gcTime: 0 });
  const title = set.data ? `New Version of ${shorten(set.data.name)}` : "New Version";
  useSubjectTitle(title);
  if (readApiError(set.error).httpStatus === 404) return <MissingRuleSet />;
  return (
    <>
      <BackToRules />
      <PageHeader title={title} subtitle="Stages keep the version that they use." />
      {set.data ? <RulesEditor set={set.data} /> : null}
      {set.isPending ? <TableSkeleton name="Loading rules" rows={6} /> : null}
      {set.isError ? (
        <LoadFailure text="Failed to load the rules." onRetry={() => void set.refetch()} />
      ) : null}
    </>
  );
}

export function MissingRuleSet() {
  return (
    <MessageView
      title="Rule set not found"
      text="There is no rule set at this address."
      action={<Link to="/admin/rules">Go to rules</Link>}
    />
  );
}

function BackToRules() {
  return <BackLink to="/admin/rules">Rules</BackLink>;
}
