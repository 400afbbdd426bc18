import { createFileRoute } from "@tanstack/react-router";
import { dialog, Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { AccountPanel, RequiredNotice } from "../../features/admin/account/account-panel.tsx";
import { FactorDialogs, type factorDialogs } from "../../features/second-factor/factor-dialogs.tsx";
import { SecondFactorPanel } from "../../features/second-factor/second-factor-panel.tsx";

const dialogs = {
  rename: dialog(() =>
    import("../../features/admin/team/member-dialogs.tsx").then((m) => m.RenameYourselfDialog),
  ),
};

export const Route = createFileRoute("/admin/account")({
  validateSearch: (
    raw: Record<string, unknown>,
  ): DialogSearch<typeof dialogs & typeof factorDialogs> => raw,
  component: Account,
  staticData: { title: "Your Profile" },
});

function Account() {
  const open = useOpenDialog(dialogs);
  return (
    <>
      <PageHeader title="Your Profile" subtitle="Your name, and how you sign in" />
      <Stack isNarrow>
        <RequiredNotice />
        <AccountPanel onRename={() => open("rename")} />
        <SecondFactorPanel kind="administrator" />
      </Stack>
      <Dialogs of={dialogs} />
      <FactorDialogs kind="administrator" />
    </>
  );
}
