import { showApiError } from "../api-client/show-api-error.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { useSession } from "../session/session.ts";
import { trpc } from "../../trpc.ts";
import { useNoticeStatus } from "./notice-status.ts";
import styles from "./notices.module.css";

/** Asks the trader to verify their email; nothing is blocked without it. */
export function VerifyBanner() {
  const { data: status } = useNoticeStatus();
  const { data: trader } = useSession();
  const send = trpc.trader.sendVerification.useMutation({
    onSuccess: () => showSuccess("Verification email sent", `Please check ${trader?.email}.`),
    onError: (error) => showApiError("Request failed", error),
  });
  if (!status?.asksToVerify || !trader) return null;
  return (
    // "Email" is the name of a field on the settings page.
    <section aria-label="Verification" className={styles.banner}>
      <p>
        Please verify your email: open the link that we sent to <strong>{trader.email}</strong>.
      </p>
      <TextButton disabled={send.isPending} onClick={() => send.mutate()}>
        {send.isPending ? "Sending..." : "Send again"}
      </TextButton>
    </section>
  );
}
