import { createFileRoute, Navigate, Outlet, redirect } from "@tanstack/react-router";
import { AdminLayout } from "../layouts/admin-layout.tsx";
import { checkAdminSession, useAdminSession } from "../session/admin-session.ts";

/** Everything under here is an administrator's; the check runs whenever an admin page loads. */
export const Route = createFileRoute("/admin")({
  beforeLoad: async ({ context: { queryClient } }) => {
    if (!(await checkAdminSession(queryClient))) throw redirect({ to: "/auth", replace: true });
  },
  component: AdminArea,
});

function AdminArea() {
  const { data: isAdmin } = useAdminSession();
  if (!isAdmin) return <Navigate to="/auth" replace />;
  return (
    <AdminLayout>
      <Outlet />
    </AdminLayout>
  );
}
