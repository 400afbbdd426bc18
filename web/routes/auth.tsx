import { createFileRoute, Navigate, useLocation, useNavigate } from "@tanstack/react-router";
import { Spinner } from "../components/feedback/spinner.tsx";
import { lazyComponent } from "../components/lazy/lazy-component.tsx";
import { Tabs } from "../components/tabs/tabs.tsx";
import { BannedNotice } from "../features/sign-in/banned-notice.tsx";
import { LoginForm } from "../features/sign-in/login-form.tsx";
import { PublicLayout } from "../layouts/public-layout.tsx";
import { useSession } from "../session/session.ts";

const AdminAccessForm = lazyComponent(() =>
  import("../features/sign-in/admin-access-form.tsx").then((m) => m.AdminAccessForm),
);

/** Loaded on demand, because most visitors sign in. */
const SignUpForm = lazyComponent(() =>
  import("../features/sign-in/sign-up-form.tsx").then((m) => m.SignUpForm),
);

export const Route = createFileRoute("/auth")({ component: AuthScreen });

type TraderPanel = "login" | "register";

const tabs = [
  { key: "login", label: "Login" },
  { key: "register", label: "Sign Up" },
] as const;

/** The URL selects the panel, so that links can open either of them. */
function AuthScreen() {
  const session = useSession();
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();

  if (session.isPending) return <Spinner />;
  if (session.data) return <Navigate to="/" replace />;

  const open = (panel: TraderPanel) =>
    void navigate({ to: "/auth", hash: panel === "register" ? panel : undefined, replace: true });

  return (
    <PublicLayout>
      <BannedNotice />
      {hash === "admin" ? (
        <AdminAccessForm onReturn={() => open("login")} fallback={<Spinner />} />
      ) : (
        <TraderPanels selected={hash === "register" ? "register" : "login"} onSelect={open} />
      )}
    </PublicLayout>
  );
}

interface TraderPanelsProps {
  selected: TraderPanel;
  onSelect: (panel: TraderPanel) => void;
}

function TraderPanels({ selected, onSelect }: TraderPanelsProps) {
  return (
    <Tabs name="Account" tabs={tabs} selected={selected} onSelect={onSelect} isWide>
      {selected === "login" ? <LoginForm /> : <SignUpForm fallback={<Spinner />} />}
    </Tabs>
  );
}
