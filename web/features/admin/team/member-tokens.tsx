import type { ComponentProps } from "react";
import type { NamedToken } from "../../../../src/identity/tokens/tokens.schema.ts";
import { Notice } from "../../../components/feedback/notice.tsx";
import { Checkbox } from "../../../components/field/checkbox.tsx";
import { shorten } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";

/** The valid API tokens that an administrator answers for. */
export function useTokensOf(memberId: number): readonly NamedToken[] {
  const { data } = trpc.admin.tokens.list.useQuery(undefined, {
    select: (tokens) =>
      tokens.filter(({ createdBy, revokedAt }) => createdBy.id === memberId && !revokedAt),
  });
  return data ?? [];
}

interface MemberTokensProps extends Omit<ComponentProps<typeof Checkbox>, "label"> {
  tokens: readonly NamedToken[];
  /** An owner cannot take over their own tokens. */
  isYou: boolean;
}

/** Says what becomes of the API tokens of an administrator who may no longer have them, and offers to keep them. */
export function MemberTokens({ tokens, isYou, ...keep }: MemberTokensProps) {
  if (tokens.length === 0) return null;
  const labels = tokens.map(({ label }) => shorten(label)).join(", ");
  const title = tokens.length === 1 ? "1 API token" : `${tokens.length} API tokens`;
  return (
    <>
      <Notice tone="warning" title={title}>
        <p>
          {labels}. {isYou ? "Your" : "Their"} tokens are revoked too, so tools that use them stop
          working{isYou ? ". Another owner can take them over instead, by revoking you." : "."}
        </p>
      </Notice>
      {isYou ? null : (
        <Checkbox
          label="Keep the tokens"
          hint="They keep working, and you answer for them from now on."
          {...keep}
        />
      )}
    </>
  );
}

/** The text of a toast about tokens that were revoked or taken over. */
export function describeTokens(tokens: readonly NamedToken[], isKept: boolean): string | undefined {
  if (tokens.length === 0) return undefined;
  const labels = tokens.map(({ label }) => shorten(label)).join(", ");
  return isKept ? `Now yours: ${labels}` : `API tokens revoked: ${labels}`;
}
