import { createFileRoute, Navigate, Outlet, redirect, useLocation } from "@tanstack/react-router";
import { Opened } from "../components/dialog/opened.tsx";
import { useDialog } from "../components/dialog/use-dialog.ts";
import { LazyAddUserDialog } from "../features/admin-users/lazy-add-user-dialog.ts";
import { AdminLayout } from "../app/layouts/admin-layout.tsx";
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
});

function AdminArea() {
  const { data: isAdmin } = useAdminSession();
  return isAdmin ? <AdminPages /> : <ToSignIn area="admin" />;
}

/** A component of its own, so that no data is loaded again after a sign-out. */
function AdminPages() {
  const add = useDialog<null>();
  const mustSetUp = useMustSetUpSecondFactor();
  const isAtAccount = useLocation({ select: ({ pathname }) => pathname === "/admin/account" });
  if (mustSetUp && !isAtAccount) return <Navigate to="/admin/account" replace />;
  return (
    <AdminLayout onCreateAccount={() => add.open(null)}>
      <Outlet />
      <Opened dialog={add}>{(frame) => <LazyAddUserDialog {...frame} />}</Opened>
    </AdminLayout>
  );
}
