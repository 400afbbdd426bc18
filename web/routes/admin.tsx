import { createFileRoute, Navigate, Outlet, redirect } from "@tanstack/react-router";
import { AdminLayout } from "../layouts/admin-layout.tsx";
import { checkAdminSession, useAdminSession } from "../session/admin-session.ts";

/** Checks the administrator's session whenever a page below it loads. */
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
