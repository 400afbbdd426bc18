import { createFileRoute } from "@tanstack/react-router";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { AccountPanel } from "../../features/admin-account/account-panel.tsx";
import { RequiredNotice } from "../../features/admin-account/required-notice.tsx";
import { SecondFactorPanel } from "../../features/second-factor/second-factor-panel.tsx";

const RenameYourselfDialog = lazyComponent(() =>
  import("../../features/admin-team/rename-yourself-dialog.tsx").then(
    (m) => m.RenameYourselfDialog,
  ),
);

export const Route = createFileRoute("/admin/account")({
  component: Account,
  staticData: { title: "Your Account" },
});

function Account() {
  const rename = useDialog<{ name: string }>();
  return (
    <>
      <PageHeader title="Your Account" subtitle="Your name, and how you sign in" />
      <Stack isNarrow>
        <RequiredNotice />
        <AccountPanel onRename={rename.open} />
        <SecondFactorPanel kind="administrator" />
      </Stack>
      <Opened dialog={rename}>
        {(frame, member) => <RenameYourselfDialog {...frame} member={member} />}
      </Opened>
    </>
  );
}
