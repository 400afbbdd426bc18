import { Link } from "@tanstack/react-router";
import { readApiError } from "../../app/api-client/api-error.ts";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { useSubjectTitle } from "../../app/document/page-title.ts";
import { shorten } from "../../domain/format/shorten.ts";
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
  const query = trpc.admin.rules.get.useQuery({ id }, { staleTime: 0, gcTime: 0 });
  const title = query.data ? `New Version of ${shorten(query.data.name)}` : "New Version";
  useSubjectTitle(title);
  if (readApiError(query.error).httpStatus === 404) return <MissingRuleSet />;
  return (
    <>
      <BackToRules />
      <PageHeader title={title} subtitle="Stages keep the version that they use." />
      <Loaded query={query} noun="the rules" skeleton={6}>
        {(set) => <RulesEditor set={set} />}
      </Loaded>
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
