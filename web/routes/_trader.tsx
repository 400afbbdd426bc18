import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { TraderLayout } from "../app/layouts/trader-layout.tsx";
import { returningTo, ToSignIn } from "../app/session/return-path.tsx";
import { sessionQuery, useSession } from "../app/session/session.ts";

/** Guards all screens of a signed-in trader. */
export const Route = createFileRoute("/_trader")({
  beforeLoad: async ({ context: { queryClient }, location: { href } }) => {
    const trader = await queryClient.ensureQueryData(sessionQuery);
    if (!trader) throw redirect({ to: "/auth", replace: true, state: returningTo(href) });
  },
  component: TraderArea,
});

function TraderArea() {
  const { data: trader } = useSession();
  if (!trader) return <ToSignIn area="trader" />;
  return (
    <TraderLayout>
      <Outlet />
    </TraderLayout>
  );
}
