import { Notice } from "../../components/feedback/notice.tsx";
import { trpc } from "../../trpc.ts";

/** Explains why no other page opens until a second factor is set up. */
export function RequiredNotice() {
  const { data } = trpc.admin.me.get.useQuery();
  if (!data?.mustSetUpSecondFactor) return null;
  return (
    <Notice tone="warning" title="The team requires two-step sign-in">
      <p>
        Set up an authenticator app or a passkey to continue. Until then, no other page is
        available.
      </p>
    </Notice>
  );
}
