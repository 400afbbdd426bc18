import { createFileRoute, Navigate, Outlet, redirect, useLocation } from "@tanstack/react-router";
import { Dialogs, useOpenDialog } from "../app/dialogs.tsx";
import { addUserDialogs } from "../features/admin/users/user-dialogs.tsx";
import { AdminLayout } from "../app/layouts/admin-layout.tsx";
import { NotFoundMessage } from "../app/layouts/not-found.tsx";
import { useMustSetUpSecondFactor } from "../app/session/use-may.ts";
import { checkAdminSession, useAdminSession } from "../app/session/admin-session.ts";
import { returningTo, ToSignIn } from "../app/session/return-path.tsx";

/** Checks the administrator's session whenever a page below it loads. */
export const Route = createFileRoute("/admin")({
  beforeLoad: async ({ context: { queryClient }, location: { href } }) => {
    if (!(await checkAdminSession(queryClient)))
      throw redirect({ to: "/auth", replace: true, state: returningTo(href) });
  },
  component: AdminArea,
  notFoundComponent: () => <NotFoundMessage home="/admin/dashboard" />,
});

function AdminArea() {
  const { data: isAdmin } = useAdminSession();
  return isAdmin ? <AdminPages /> : <ToSignIn area="admin" />;
}

/** A component of its own, so that no data is loaded again after a sign-out. */
function AdminPages() {
  const open = useOpenDialog(addUserDialogs);
  const mustSetUp = useMustSetUpSecondFactor();
  const isAtAccount = useLocation({ select: ({ pathname }) => pathname === "/admin/account" });
  if (mustSetUp && !isAtAccount) return <Navigate to="/admin/account" replace />;
  return (
    <AdminLayout onAddUser={() => open("add-user")}>
      <Outlet />
      <Dialogs of={addUserDialogs} />
    </AdminLayout>
  );
}
