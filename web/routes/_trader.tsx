import { createFileRoute, Navigate, Outlet, redirect } from "@tanstack/react-router";
import { TraderLayout } from "../layouts/trader-layout.tsx";
import { sessionQuery, useSession } from "../session/session.ts";

/** Guards all screens of a signed-in trader. */
export const Route = createFileRoute("/_trader")({
  beforeLoad: async ({ context: { queryClient } }) => {
    const trader = await queryClient.ensureQueryData(sessionQuery);
    if (!trader) throw redirect({ to: "/auth", replace: true });
  },
  component: TraderArea,
});

function TraderArea() {
  const { data: trader } = useSession();
  if (!trader) return <Navigate to="/auth" replace />;
  return (
    <TraderLayout>
      <Outlet />
    </TraderLayout>
  );
}
