import { createFileRoute } from "@tanstack/react-router";
import { dialog, Dialogs, useOpenDialog } from "../../app/dialogs.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { AccountPanel } from "../../features/admin-account/account-panel.tsx";
import { RequiredNotice } from "../../features/admin-account/required-notice.tsx";
import { SecondFactorPanel } from "../../features/second-factor/second-factor-panel.tsx";

const dialogs = {
  rename: dialog(() =>
    import("../../features/admin-team/member-dialogs.tsx").then((m) => m.RenameYourselfDialog),
  ),
};

export const Route = createFileRoute("/admin/account")({
  component: Account,
  staticData: { title: "Your Account" },
});

function Account() {
  const open = useOpenDialog(dialogs);
  return (
    <>
      <PageHeader title="Your Account" subtitle="Your name, and how you sign in" />
      <Stack isNarrow>
        <RequiredNotice />
        <AccountPanel onRename={() => open("rename")} />
        <SecondFactorPanel kind="administrator" />
      </Stack>
      <Dialogs of={dialogs} />
    </>
  );
}
