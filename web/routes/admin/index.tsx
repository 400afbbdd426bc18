import { createFileRoute, useLocation } from "@tanstack/react-router";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { LinkButton } from "../../components/button/button.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Tabs } from "../../components/tabs/tabs.tsx";
import { decisionDialogs } from "../../features/admin/payouts/decision-dialogs.ts";
import { PayoutRequests } from "../../features/admin/payouts/payout-requests.tsx";
import {
  changeHistory,
  changeRequestSearch,
  prefetchRequests,
  type RequestSearch,
  requestTables,
} from "../../features/admin/payouts/request-tables.ts";
import { UserDialogs, type userDialogs } from "../../features/admin/users/user-dialogs.tsx";
import { UserManagement } from "../../features/admin/users/user-management.tsx";
import { prefetchManaged, readManaged } from "../../features/admin/users/managed-users.ts";
import { useTableChange } from "../../table/state/use-table-change.ts";

/** The fragment of the URL selects the tab; the tab's tables read their own search parameters. */
export const Route = createFileRoute("/admin/")({
  validateSearch: (
    raw: Record<string, unknown>,
  ): RequestSearch & DialogSearch<typeof userDialogs & typeof decisionDialogs> => raw,
  loader: ({ location }) => {
    if (location.hash !== "payouts") {
      prefetchManaged({ ...location.search });
      return;
    }
    prefetchRequests(location.search);
  },
  component: AdminTabs,
  staticData: { title: "Admin" },
});

const tabs = [
  { key: "users", label: "User Management" },
  { key: "payouts", label: "Payout Requests" },
] as const;

function AdminTabs() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = Route.useNavigate();
  const selected = hash === "payouts" ? "payouts" : "users";
  const select = (key: string) =>
    void navigate({ search: {}, hash: key === "payouts" ? key : undefined, replace: true });
  return (
    <>
      <PageHeader
        title="Administration"
        aside={
          selected === "users" ? (
            <LinkButton to="/admin/users">Open Users</LinkButton>
          ) : (
            <LinkButton to="/admin/payouts">Open Payouts</LinkButton>
          )
        }
      />
      <Tabs name="Administration" tabs={tabs} selected={selected} onSelect={select}>
        {selected === "users" ? <UsersTab /> : <PayoutsTab />}
      </Tabs>
      <UserDialogs />
      <Dialogs of={decisionDialogs} />
    </>
  );
}

function UsersTab() {
  const search = Route.useSearch();
  const change = useTableChange();
  return <UserManagement state={readManaged({ ...search })} onChange={change} />;
}

function PayoutsTab() {
  const { pending, history } = requestTables(Route.useSearch());
  const change = useTableChange();
  const changePast = useTableChange(changeHistory);
  const search = useTableChange(changeRequestSearch);
  return (
    <PayoutRequests
      pending={{ state: pending, onChange: change }}
      history={{ state: history, onChange: changePast }}
      onSearch={(text) => search({ search: text })}
    />
  );
}
