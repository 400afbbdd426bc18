import { createFileRoute, Link, Navigate } from "@tanstack/react-router";
import { Spinner } from "../components/feedback/spinner.tsx";
import { MessageView } from "../components/feedback/message-view.tsx";
import { useSession } from "../app/session/session.ts";

export const Route = createFileRoute("/partners")({ component: Partners });

function Partners() {
  const session = useSession();
  if (session.isPending) return <Spinner />;
  if (!session.data) return <Navigate to="/auth" hash="register" replace />;
  return (
    <main>
      <MessageView
        title="Not possible - It's not possible since you are already signed up."
        action={<Link to="/">Go to the dashboard</Link>}
      />
    </main>
  );
}
